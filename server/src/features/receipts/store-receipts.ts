// An operator's receipt is answered only after it is in this table: from then on it cannot be lost.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceiptRow } from './receipt.ts';
import { insertReceipts } from './receipts.sql.ts';

export async function storeReceipts({ db }: Pick<Platform, 'db'>, receipts: readonly ReceiptRow[]): Promise<void> {
  await inTransaction(db, (tx) => insertReceipts(tx, receipts));
}
