// A connector asks before the first byte: only batches marked in flight here may go to the wire. Those
// refused were stopped, held, taken by somebody else or sent before; they are judged again at once.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Batch } from './batch.ts';
import { hurryClaimed, markInFlight } from './batches.ts';

export async function beginBatches(
  { db, instanceId }: Pick<Platform, 'db' | 'instanceId'>,
  batches: readonly Batch[],
): Promise<Set<string>> {
  return inTransaction(db, async (tx) => {
    const begun = await markInFlight(
      tx,
      instanceId,
      batches.map((batch) => batch.id),
      batches.map((batch) => batch.attempt),
    );
    const ids = new Set(begun.map((row) => row.id));
    const refused = batches.filter((batch) => !ids.has(batch.id)).map((batch) => batch.id);
    if (refused.length > 0) await hurryClaimed(tx, refused);
    return ids;
  });
}
