// Gives committed events their numbers, without a gap per company. One process at a time does it: numbers that are
// handed out after COMMIT, by one hand, in one transaction with the rows that carry them, can neither be skipped nor
// seen out of order by a reader of the feed.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSequencer, moveToFeed } from './events.sql.ts';

/** Of one transaction: one company's flood must not keep another's events waiting for its COMMIT. */
const LIMIT = { rows: 2_000, events: 20_000 };
/** Events in one request of the first tries. */
export const FIRST_ARRAY_MAX = 100;

/** True when there may be more to number. */
export async function numberEvents({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await lockSequencer(tx))) return false;
    const plan = { gatherMs: config.callbackGatherMs, arrayMax: FIRST_ARRAY_MAX };
    return moveToFeed(tx, LIMIT, plan);
  });
}
