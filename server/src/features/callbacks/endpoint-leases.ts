import type { Tx } from '../../platform/database.ts';
import { updateLongLeases } from './callbacks.sql.ts';

/** After the database's clock stepped back: no lease of an endpoint lasts longer than one taken now. */
export async function capEndpointLeases(tx: Tx, leaseMs: number): Promise<void> {
  await updateLongLeases(tx, leaseMs);
}
