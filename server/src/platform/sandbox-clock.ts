// Moves business time for every role at once. The partitions of the days that are skipped exist before
// the first row of the new time can arrive.
import { type Database, inTransaction, read } from './database.ts';
import { ensurePartitions } from './partitions.ts';

export async function advanceSandboxClock(db: Database, seconds: number): Promise<Date> {
  const now = await read(db, async (tx) => tx.now);
  const then = new Date(now.getTime() + seconds * 1_000);
  await ensurePartitions(db, then);
  await inTransaction(db, (tx) => tx.query('update sandbox_clock set offset_seconds = offset_seconds + $1', [seconds]));
  return then;
}
