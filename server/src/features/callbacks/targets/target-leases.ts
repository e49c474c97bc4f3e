import type { Tx } from '../../../platform/database/database.ts';
import { updateLongLeases } from '../partner/callbacks.sql.ts';

/** After the database clock stepped back: cuts every lease of a callback target to the length of a new one. */
export async function capTargetLeases(tx: Tx, leaseMs: number): Promise<void> {
  await updateLongLeases(tx, leaseMs);
}
