import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type LeftOut, upsertFileRefusals } from './refusals.sql.ts';

/** Records the number of recipients that the console left out of a file before sending it. Last write wins. */
export async function recordLeftOut(
  { db }: Pick<Platform, 'db'>,
  partnerId: number,
  dispatchId: number,
  leftOut: LeftOut,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isFound = await upsertFileRefusals(tx, partnerId, dispatchId, leftOut);
    if (!isFound) throw new Refusal('not-found', { kind: 'Dispatch', id: dispatchId });
  });
}
