// Matches receipts with messages by the operator message id.
import { heavierSaid, type SaidCost } from '@volley/domain/money/message-cost.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type OperatorRef, RECEIPT_STATES } from './receipt.ts';
import {
  capDueTimes,
  claimDueReceipts,
  deleteForgottenReceipts,
  insertOperatorRefs,
  selectKnownRefs,
  selectPartedMessages,
  updateDueNow,
} from './receipts.sql.ts';

export type FinalReceipt = {
  readonly messageId: string;
  readonly state: number;
  readonly errorCode: number | null;
  readonly providerCode: string | null;
  readonly receivedAt: Date;
};

const KEPT_MS = 7 * 86_400_000;

/** Message id → time of reading. */
export type Reads = ReadonlyMap<string, Date>;

/** Claims due receipts: at most one deciding receipt per message, the reads among them, and what providers charge. */
export async function claimFinalReceipts(
  tx: Tx,
  limit: number,
): Promise<{ finals: Map<string, FinalReceipt>; reads: Reads; said: ReadonlyMap<string, SaidCost>; taken: number }> {
  const matched = await claimDueReceipts(tx, limit);
  const finals = new Map<string, FinalReceipt>();
  const reads = new Map<string, Date>();
  const said = new Map<string, SaidCost>();
  const long = new Set<string>();
  for (const row of matched) {
    if (row.said_cost !== null) said.set(row.message_id, heavierSaid(said.get(row.message_id), row.said_cost));
    if (row.state === RECEIPT_STATES.sent) continue;
    if (row.parts > 1) long.add(row.message_id);
    const receivedAt = new Date(row.received_ms);
    const isRead = row.state === RECEIPT_STATES.read;
    if (isRead) reads.set(row.message_id, receivedAt);
    const known = finals.get(row.message_id);
    // Delivered outweighs a failure that came with it: the message did arrive, and a final status stays.
    if (known?.state === RECEIPT_STATES.delivered) continue;
    const state = isRead ? RECEIPT_STATES.delivered : row.state;
    const { message_id: messageId, error_code: errorCode, provider_code: providerCode } = row;
    finals.set(messageId, { messageId, state, errorCode, providerCode, receivedAt });
  }
  if (long.size > 0) await decideLongMessages(tx, finals, long);
  return { finals, reads, said, taken: matched.length };
}

async function decideLongMessages(tx: Tx, finals: Map<string, FinalReceipt>, long: ReadonlySet<string>): Promise<void> {
  const decided = new Map((await selectPartedMessages(tx, [...long])).map((row) => [row.message_id, row]));
  for (const id of long) {
    const [last, whole] = [finals.get(id), decided.get(id)];
    if (last === undefined) continue;
    if (whole?.delivered)
      finals.set(id, { ...last, state: RECEIPT_STATES.delivered, errorCode: null, providerCode: null });
    else if (!whole?.failed || last.state === RECEIPT_STATES.delivered) finals.delete(id);
  }
}

export async function storeRefs(tx: Tx, refs: readonly OperatorRef[]): Promise<void> {
  if (refs.length > 0) await insertOperatorRefs(tx, refs);
}

/** The refs that are not stored yet. */
export async function unknownRefs(tx: Tx, refs: readonly OperatorRef[]): Promise<OperatorRef[]> {
  if (refs.length === 0) return [];
  const known = new Set((await selectKnownRefs(tx, refs)).map((row) => `${row.link_id}/${row.operator_message_id}`));
  return refs.filter((ref) => !known.has(`${ref.accountId}/${ref.operatorMessageId}`));
}

/** Deletes receipts whose operator id stayed unknown for a week. */
export function forgetReceipts(tx: Tx): Promise<number> {
  return deleteForgottenReceipts(tx, new Date(tx.now.getTime() - KEPT_MS));
}

/** Makes receipts due now: their message has just become known. */
export function rescheduleReceipts(tx: Tx, ids: readonly bigint[]): Promise<void> {
  return updateDueNow(tx, ids);
}

/** After a backward step of the database clock: makes every waiting receipt due now. */
export function capReceiptWaits(tx: Tx): Promise<void> {
  return capDueTimes(tx);
}
