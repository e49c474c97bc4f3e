// A receipt is answered only after its row is committed, so it cannot be lost.
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type OperatorRef, RECEIPT_STATES, type ReceiptRow } from './receipt.ts';
import { insertReceipts } from './receipts.sql.ts';

export async function storeReceipts({ db }: Pick<Platform, 'db'>, receipts: readonly ReceiptRow[]): Promise<void> {
  await inTransaction(db, (tx) => insertReceipts(tx, receipts));
}

/** Shown with a message that the provider has accepted without a report about its delivery. */
const ACCEPTED = 'accepted';

export type Accepted = Pick<OperatorRef, 'accountId' | 'operatorMessageId'> & { readonly acceptedAt: Date };

/** Receipts of our own for messages whose provider reports no delivery. */
export async function storeAccepted(tx: Tx, accepted: readonly Accepted[]): Promise<void> {
  if (accepted.length === 0) return;
  await insertReceipts(
    tx,
    accepted.map(({ accountId, operatorMessageId, acceptedAt }) => ({
      accountId,
      operatorMessageId,
      state: RECEIPT_STATES.delivered,
      errorCode: null,
      providerCode: ACCEPTED,
      destination: null,
      reference: null,
      receivedAt: acceptedAt,
    })),
  );
}
