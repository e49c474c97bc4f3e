// Resumes the messages of a sender name or company as soon as it is released. Held strands and batches are also
// checked every few seconds, so a lost wake-up or a lost race only costs that delay.
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { rescheduleHeldBatches } from '../batches/batches.sql.ts';
import { rescheduleHeldStrands } from '../strands/strands.sql.ts';

/** The whole company, or only one of its sender names. */
export type Released = { readonly companyId: number; readonly senderId?: number };

export async function releaseHeld({ db, bus }: Pick<Platform, 'db' | 'bus'>, released: Released): Promise<void> {
  await inTransaction(db, (tx) => rescheduleHeld(tx, released));
  bus.wake('pace');
  bus.wake('requeue');
}

async function rescheduleHeld(tx: Tx, released: Released): Promise<void> {
  await rescheduleHeldStrands(tx, released);
  await rescheduleHeldBatches(tx, released);
}
