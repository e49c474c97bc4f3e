// WhatsApp: a text that is of no registered template may only answer somebody who wrote within the last day. A code
// alone is no text: the provider has the words around it. Where nobody moderates, everything counts as registered.
import type { MessageContent } from '@volley/domain/message-content.ts';
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/database.ts';
import { isWindowOpen } from './is-window-open.ts';

type Written = {
  readonly channelType: string;
  readonly senderName: string;
  readonly destination: string;
  readonly content: MessageContent;
};

/** Whether a text that is of no template may go to this number. */
export type WindowsFound = (written: Omit<Written, 'destination'>, destination: string) => boolean;

export async function openWindows(
  tx: Tx,
  companyId: number,
  items: readonly Written[],
  { moderation }: Pick<Config, 'moderation'>,
): Promise<WindowsFound> {
  const bound = moderation === 'auto' ? [] : items.filter(isBound);
  if (bound.length === 0) return () => true;
  const keys = bound.flatMap(({ senderName, destination }) => {
    const digits = normalizeDestination(destination);
    return digits === undefined ? [] : [{ companyId, senderName, destination: digits }];
  });
  const answers = await isWindowOpen(tx, keys);
  const open = new Set(keys.filter((_, at) => answers[at]).map((key) => `${key.senderName} ${key.destination}`));
  return (written, destination) => !isBound(written) || open.has(`${written.senderName} ${destination}`);
}

function isBound({ channelType, content: { text, special } }: Omit<Written, 'destination'>): boolean {
  const isCodeAlone = special?.['contentType'] === 'authentication' && text === special['code'];
  return channelType === 'WHATSAPP' && !isCodeAlone;
}
