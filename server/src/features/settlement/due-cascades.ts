// Which messages wait for the next step of their cascade. The note is written by the transaction that ends the
// message, so no step is ever lost; it is taken away by the transaction that makes the step, so none is made twice.
// A cascade of a dispatch leaves a note too when no step will follow: taking it away is what lets the dispatch end.
import type { Tx } from '../../platform/database.ts';
import { addWaitingSteps } from '../dispatches/cascade-progress.ts';
import { deleteDue, insertDue, insertEnded, lockDue, postponeDue } from './due-cascades.sql.ts';

export type DueCascade = { readonly messageId: string; readonly companyId: number; readonly since: Date };

/** Call in the transaction that made these messages FAILED or not read; those without a further step are passed over. */
export async function noteDueCascades(tx: Tx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await insertDue(tx, messageIds);
}

/** Call in the transaction after which nothing follows these messages, which had ended and been waited for. */
export async function noteEndedCascades(tx: Tx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await insertEnded(tx, messageIds);
}

/** Some of one company, locked. */
export async function claimDueCascades(tx: Tx, max: number): Promise<DueCascade[]> {
  const rows = await lockDue(tx, max);
  return rows.map((row) => ({ messageId: row.message_id, companyId: row.company_id, since: row.since }));
}

export async function endDueCascades(tx: Tx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const gone = await deleteDue(tx, messageIds);
  await addWaitingSteps(
    tx,
    gone.map((row) => ({ dispatchId: row.dispatch_id, messages: -row.messages })),
  );
}

export async function postponeDueCascades(tx: Tx, messageIds: readonly string[], until: Date): Promise<void> {
  if (messageIds.length > 0) await postponeDue(tx, messageIds, until);
}
