// Look-ups of sender names for other features.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { nextSenderStatus, SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Sender } from './sender.ts';
import { approveAll } from './sender-moves.sql.ts';
import { selectSenderOfCompany, selectSendersByIds } from './senders.sql.ts';

/** In the order of `ids`, without unknown ids and ids of other companies. */
export async function findSenders(tx: Tx, companyId: number, ids: readonly number[]): Promise<Sender[]> {
  const senders = new Map((await selectSendersByIds(tx, companyId, ids)).map((sender) => [sender.id, sender]));
  return ids.flatMap((id) => senders.get(id) ?? []);
}

/** Undefined for a name used without registration. */
export function findRegisteredSender(tx: Tx, companyId: number, id: number): Promise<Sender | undefined> {
  return selectSenderOfCompany(tx, companyId, id);
}

/** With automatic moderation the first use approves a name. Call in `auto` moderation only. */
export async function markFirstUse(tx: Tx, ids: readonly number[]): Promise<void> {
  const early = SENDER_STATUSES.filter((status) => nextSenderStatus(status, 'first-use') === 'APPROVED');
  await approveAll(tx, ids, early, billingMonth(tx.now.getTime()));
}
