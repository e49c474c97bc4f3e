// Brings receipts and messages together by the operator's message id.
import type { Tx } from '../../platform/database.ts';
import { type OperatorRef, RECEIPT_STATES } from './receipt.ts';
import {
  deleteForgottenReceipts,
  insertOperatorRefs,
  selectKnownRefs,
  selectParted,
  takeDueReceipts,
  updateDueAhead,
  updateDueNow,
} from './receipts.sql.ts';

export type FinalReceipt = {
  readonly messageId: string;
  readonly state: number;
  readonly errorCode: number | null;
  readonly receivedAt: Date;
};

const KEPT_MS = 7 * 86_400_000;

/** When each message was read, as far as it was. */
export type Reads = ReadonlyMap<string, Date>;

/** Receipts that decide a message now, at most one per message; and the reads among them. */
export async function takeFinalReceipts(
  tx: Tx,
  limit: number,
): Promise<{ finals: Map<string, FinalReceipt>; reads: Reads; taken: number }> {
  const matched = await takeDueReceipts(tx, limit);
  const finals = new Map<string, FinalReceipt>();
  const reads = new Map<string, Date>();
  const long = new Set<string>();
  for (const row of matched) {
    if (row.parts > 1) long.add(row.message_id);
    const receivedAt = new Date(row.received_ms);
    const isRead = row.state === RECEIPT_STATES.read;
    if (isRead) reads.set(row.message_id, receivedAt);
    const known = finals.get(row.message_id);
    // Delivered outweighs a failure that came with it: final is final, and the message did arrive.
    if (known?.state === RECEIPT_STATES.delivered) continue;
    const state = isRead ? RECEIPT_STATES.delivered : row.state;
    finals.set(row.message_id, { messageId: row.message_id, state, errorCode: row.error_code, receivedAt });
  }
  if (long.size > 0) await judgeLongMessages(tx, finals, long);
  return { finals, reads, taken: matched.length };
}

async function judgeLongMessages(tx: Tx, finals: Map<string, FinalReceipt>, long: ReadonlySet<string>): Promise<void> {
  const judged = new Map((await selectParted(tx, [...long])).map((row) => [row.message_id, row]));
  for (const id of long) {
    const [last, whole] = [finals.get(id), judged.get(id)];
    if (last === undefined) continue;
    if (whole?.delivered) finals.set(id, { ...last, state: RECEIPT_STATES.delivered, errorCode: null });
    else if (!whole?.failed || last.state === RECEIPT_STATES.delivered) finals.delete(id);
  }
}

export async function rememberRefs(tx: Tx, refs: readonly OperatorRef[]): Promise<void> {
  if (refs.length > 0) await insertOperatorRefs(tx, refs);
}

/** The refs among these that were never seen before. */
export async function unknownRefs(tx: Tx, refs: readonly OperatorRef[]): Promise<OperatorRef[]> {
  if (refs.length === 0) return [];
  const known = new Set((await selectKnownRefs(tx, refs)).map((row) => `${row.link_id}/${row.operator_message_id}`));
  return refs.filter((ref) => !known.has(`${ref.accountId}/${ref.operatorMessageId}`));
}

/** Receipts for ids that nobody knew for a week are given up. */
export function forgetReceipts(tx: Tx): Promise<number> {
  return deleteForgottenReceipts(tx, new Date(tx.now.getTime() - KEPT_MS));
}

/** Receipts whose message has just become known are looked at next. */
export function hurryReceipts(tx: Tx, ids: readonly bigint[]): Promise<void> {
  return updateDueNow(tx, ids);
}

/** After the database's clock stepped back: every receipt is looked at next, whatever it waits for. */
export function capReceiptWaits(tx: Tx): Promise<void> {
  return updateDueAhead(tx);
}
