// What waited for a suspended name or a disabled company goes on at once when it is free again. Without this
// it would: held work is looked at every few seconds anyway, so a lost bell or a lost race costs only those.
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { hurryHeldBatches } from './batches.ts';
import { hurryHeldStrands } from './strands.ts';

/** All of the company, or only what goes under one of its names. */
export type Freed = { readonly companyId: number; readonly senderId?: number };

export async function releaseHeld({ db, bus }: Pick<Platform, 'db' | 'bus'>, freed: Freed): Promise<void> {
  await inTransaction(db, (tx) => hurryHeld(tx, freed));
  bus.ring('pace');
  bus.ring('requeue');
}

async function hurryHeld(tx: Tx, freed: Freed): Promise<void> {
  await hurryHeldStrands(tx, freed);
  await hurryHeldBatches(tx, freed);
}
