// WhatsApp: a plain text that is of no registered template may only answer somebody who wrote within the last day.
// Where nobody moderates, everything counts as registered.
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/database.ts';
import { isWindowOpen } from '../inbound/is-window-open.ts';
import type { SendRules } from './plan-sends.ts';
import type { SendItem } from './send.ts';

export async function openWindows(
  tx: Tx,
  companyId: number,
  items: readonly SendItem[],
  { moderation }: Pick<Config, 'moderation'>,
): Promise<SendRules['isWindowOpen']> {
  const bound = moderation === 'auto' ? [] : items.filter(isBound);
  if (bound.length === 0) return () => true;
  const keys = bound.flatMap(({ senderName, destination }) => {
    const digits = normalizeDestination(destination);
    return digits === undefined ? [] : [{ companyId, senderName, destination: digits }];
  });
  const answers = await isWindowOpen(tx, keys);
  const open = new Set(keys.filter((_, at) => answers[at]).map((key) => `${key.senderName} ${key.destination}`));
  return (item, destination) => !isBound(item) || open.has(`${item.senderName} ${destination}`);
}

function isBound({ channelType, content }: SendItem): boolean {
  return channelType === 'WHATSAPP' && content.special?.['contentType'] !== 'authentication';
}
