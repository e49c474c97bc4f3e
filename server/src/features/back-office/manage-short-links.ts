import type { Platform } from '../../platform/platform.ts';
import { switchLink } from '../links/switch-link.ts';
import { changeAs, type Who } from './staff-actions.ts';

export function switchShortLinkAs(platform: Pick<Platform, 'db'>, who: Who, code: string, isOn: boolean) {
  return changeAs(platform, who, async (tx) => {
    const reply = await switchLink(tx, code, isOn);
    return { action: 'short-link.switch', subject: { kind: 'short-link', id: code }, details: { isOn }, reply };
  });
}
