// Messages that wait for the next step of their cascade. The transaction that ends the message inserts the row, so no
// step is lost; the transaction that creates the step deletes the row, so no step is created twice. A cascade of a
// dispatch inserts a row also if no step will follow: the deletion of that row lets the dispatch end.
import type { Tx } from '../../platform/database/database.ts';
import { addWaitingSteps } from '../queue/strands/cascade-progress.sql.ts';
import { deleteDue, insertDue, insertEnded, lockDue, postponeDue } from './due-cascades.sql.ts';

export type DueCascade = { readonly messageId: string; readonly companyId: number; readonly since: Date };

/** Call in the transaction that set these messages FAILED or unread. Ignores messages without a next step. */
export async function recordDueCascades(tx: Tx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await insertDue(tx, messageIds);
}

/** Call in the transaction after which no step follows these ended messages that a step waited for. */
export async function recordEndedCascades(tx: Tx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await insertEnded(tx, messageIds);
}

/** Locks due cascades of one company. */
export async function claimDueCascades(tx: Tx, max: number): Promise<DueCascade[]> {
  const rows = await lockDue(tx, max);
  return rows.map((row) => ({ messageId: row.message_id, companyId: row.company_id, since: row.since }));
}

export async function endDueCascades(tx: Tx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const deleted = await deleteDue(tx, messageIds);
  await addWaitingSteps(
    tx,
    deleted.map((row) => ({ dispatchId: row.dispatch_id, messages: -row.messages })),
  );
}

export async function postponeDueCascades(tx: Tx, messageIds: readonly string[], until: Date): Promise<void> {
  if (messageIds.length > 0) await postponeDue(tx, messageIds, until);
}
