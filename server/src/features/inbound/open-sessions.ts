// WhatsApp sessions: a text without a registered template may only answer a subscriber who wrote within the last day.
// A bare authentication code is exempt: the provider adds its own template. With automatic moderation every text is.

import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { MessageContent } from '@volley/domain/text/message-content.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isSessionOpen } from './is-session-open.ts';

type Written = {
  readonly channelType: string;
  readonly senderName: string;
  readonly destination: string;
  readonly content: MessageContent;
};

/** Whether a text without a template may go to this number. */
export type SessionsFound = (written: Omit<Written, 'destination'>, destination: string) => boolean;

export async function findOpenSessions(
  tx: Tx,
  companyId: number,
  items: readonly Written[],
  { moderation }: Pick<Config, 'moderation'>,
): Promise<SessionsFound> {
  const bound = moderation === 'auto' ? [] : items.filter(isBound);
  if (bound.length === 0) return () => true;
  const keys = bound.flatMap(({ senderName, destination }) => {
    const digits = normalizeDestination(destination);
    return digits === undefined ? [] : [{ companyId, senderName, destination: digits }];
  });
  const answers = await isSessionOpen(tx, keys);
  const open = new Set(keys.filter((_, at) => answers[at]).map((key) => `${key.senderName} ${key.destination}`));
  return (written, destination) => !isBound(written) || open.has(`${written.senderName} ${destination}`);
}

function isBound({ channelType, content: { text, special } }: Omit<Written, 'destination'>): boolean {
  const isCodeAlone = special?.['contentType'] === 'authentication' && text === special['code'];
  return channelType === 'WHATSAPP' && !isCodeAlone;
}
