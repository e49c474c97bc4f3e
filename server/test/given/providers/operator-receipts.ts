// Receipts that a test sends itself, at a chosen moment, instead of the simulated operator.
import { RECEIPT_STATES } from '../../../src/features/receipts/receipt.ts';
import { storeReceipts } from '../../../src/features/receipts/store-receipts.ts';
import type { Cell } from '../cell.ts';
import { until } from '../until.ts';

export type PartRef = { readonly link_id: number; readonly operator_message_id: string; readonly part: number };

/** The operator's ids of the parts of a dispatch, in the order of its messages. */
export const partRefsOf = (cell: Cell, dispatchId: number) =>
  cell.sql<PartRef>(
    `select r.link_id, r.operator_message_id, r.part from operator_refs r join messages m on m.id = r.message_id
     where m.dispatch_id = $1 order by m.seq, r.part`,
    [dispatchId],
  );

/**
 * Stores a receipt as if the operator had sent it and wakes the recorder. Resolves when the recorder has processed it.
 */
export async function receiptComes(
  cell: Cell,
  ref: PartRef | undefined,
  state: keyof typeof RECEIPT_STATES,
): Promise<void> {
  if (ref === undefined) throw new Error('receiptComes: the dispatch has no such part');
  const receipt = {
    accountId: ref.link_id,
    operatorMessageId: ref.operator_message_id,
    state: RECEIPT_STATES[state],
    errorCode: state === 'delivered' ? null : 508,
    providerCode: null,
    destination: null,
    reference: null,
    receivedAt: cell.now(),
  };
  await storeReceipts(cell.platform, [receipt]);
  cell.platform.bus.wake('record');
  await until('the recorder has processed the receipt', async () => {
    const [row] = await cell.sql<{ count: bigint }>('select count(*) as count from receipts');
    return row?.count === 0n;
  });
}
