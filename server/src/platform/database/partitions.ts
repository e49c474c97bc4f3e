// A partition per day (UTC) for messages, operator message ids, clicks, events, callback attempts and the request log,
// created ahead of time. Without a default partition a missing day raises an error instead of piling up rows.
import { PRODUCTION_COSTS } from '../production-costs.ts';
import { type Database, databaseErrorCode, inSession, inTransaction, read, type Session } from './database.ts';
import {
  attachPartitions,
  DAILY_TABLES,
  type DailyTable,
  dropPartition,
  lockCreation,
  type OldDay,
  type Partition,
  partitionName,
  selectMissing,
  selectOldDays,
  tryDropLock,
} from './partitions.sql.ts';

const DAY_MS = 86_400_000;
const QUERY_CANCELED = '57014';
/** A drop that waits longer for readers of the parent is left to a later call. */
const DETACH_TIMEOUT_MS = 30_000;

/** Creates the partitions from the day before `now` to `daysAhead` days after it. */
export async function ensurePartitions(
  db: Database,
  now: Date,
  daysAhead = PRODUCTION_COSTS.partitionDaysAhead,
): Promise<void> {
  const today = Math.floor(now.getTime() / DAY_MS);
  const [first, last] = [today - 1, today + daysAhead];
  const wanted = Array.from({ length: last - first + 1 }, (_, at) => partitionsOfDay((first + at) * DAY_MS)).flat();
  if ((await read(db, (tx) => selectMissing(tx, wanted))).length === 0) return;
  await inTransaction(db, async (tx) => {
    await lockCreation(tx);
    const absent = await selectMissing(tx, wanted);
    if (absent.length > 0) await attachPartitions(tx, absent);
  });
}

function partitionsOfDay(dayMs: number): Partition[] {
  // Object.keys is typed as text; these are the keys of DAILY_TABLES.
  const tables = Object.keys(DAILY_TABLES) as DailyTable[];
  return tables.map((table) => ({ table, name: partitionName(table, dayMs), dayMs }));
}

/**
 * Drops the days before the day of `before` and completes the detachments of an interrupted call. Returns the number of
 * dropped days; a day with open readers is left to the next call.
 */
export async function dropOldDays(db: Database, table: DailyTable, before: Date): Promise<number> {
  if ((await countOldDays(db, table, before)) === 0) return 0;
  const limit = partitionName(table, before.getTime());
  return inSession(db, DETACH_TIMEOUT_MS, async (session) => {
    if (!(await tryDropLock(session))) return 0;
    let dropped = 0;
    // In sequence: a parent can have a single pending detachment.
    for (const day of await selectOldDays(session, table, limit)) {
      if (!(await dropDay(session, table, day))) break;
      dropped += 1;
    }
    return dropped;
  });
}

/** The number of days that `dropOldDays` would drop. */
export async function countOldDays(db: Database, table: DailyTable, before: Date): Promise<number> {
  return (await read(db, (tx) => selectOldDays(tx, table, partitionName(table, before.getTime())))).length;
}

/** False: a reader outlasted the time-out. A detachment that had begun stays pending. */
async function dropDay(session: Session, table: DailyTable, day: OldDay): Promise<boolean> {
  try {
    await dropPartition(session, table, day);
    return true;
  } catch (error) {
    if (databaseErrorCode(error) === QUERY_CANCELED) return false;
    throw error;
  }
}
