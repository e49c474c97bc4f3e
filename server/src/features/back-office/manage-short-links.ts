import type { Platform } from '../../platform/platform.ts';
import { switchShortLink } from '../short-links/switch-short-link.ts';
import { changeAs, type Who } from './staff-actions.ts';

export function switchShortLinkAs(platform: Pick<Platform, 'db'>, who: Who, code: string, isOn: boolean) {
  return changeAs(platform, who, async (tx) => {
    const reply = await switchShortLink(tx, code, isOn);
    return { action: 'short-link.switch', subject: { kind: 'short-link', id: code }, details: { isOn }, reply };
  });
}
