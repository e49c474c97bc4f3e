// Advances business time for every role at once. The partitions of the skipped days exist before the first row of the
// new time can arrive.
import { type Database, inTransaction, read } from '../database/database.ts';
import { ensurePartitions } from '../database/partitions.ts';
import { PRODUCTION_COSTS } from '../production-costs.ts';
import { addOffset } from './sandbox-clock.sql.ts';

export async function advanceSandboxClock(
  db: Database,
  seconds: number,
  daysAhead = PRODUCTION_COSTS.partitionDaysAhead,
): Promise<Date> {
  const now = await read(db, async (tx) => tx.now);
  const then = new Date(now.getTime() + seconds * 1_000);
  await ensurePartitions(db, then, daysAhead);
  await inTransaction(db, (tx) => addOffset(tx, seconds));
  return then;
}
