// What other features ask about sender names.
import { billingMonth } from '@volley/domain/budget.ts';
import { nextSenderStatus, SENDER_STATUSES } from '@volley/domain/sender-status.ts';
import type { Tx } from '../../platform/database.ts';
import type { Sender } from './sender.ts';
import { approveAll } from './sender-moves.sql.ts';
import { selectSenderOfCompany, selectSendersByIds } from './senders.sql.ts';

/** In the order of `ids`; an unknown id, or one of another company, is left out. */
export async function findSenders(tx: Tx, companyId: number, ids: readonly number[]): Promise<Sender[]> {
  const senders = new Map((await selectSendersByIds(tx, companyId, ids)).map((sender) => [sender.id, sender]));
  return ids.flatMap((id) => senders.get(id) ?? []);
}

/** A name that the company registered; names used without registration are not among them. */
export function findRegisteredSender(tx: Tx, companyId: number, id: number): Promise<Sender | undefined> {
  return selectSenderOfCompany(tx, companyId, id);
}

/** Where nobody moderates, using a name for the first time is what approves it. Call in `auto` moderation only. */
export async function markFirstUse(tx: Tx, ids: readonly number[]): Promise<void> {
  const early = SENDER_STATUSES.filter((status) => nextSenderStatus(status, 'first-use') === 'APPROVED');
  await approveAll(tx, ids, early, billingMonth(tx.now.getTime()));
}
