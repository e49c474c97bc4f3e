// Closes a company's month when all its messages are final, at the latest three days after its end. A closed month
// never changes. Messages still with an operator keep their reserve outside every month's budget; a late row pays for
// them (late-money.ts).
import { billingMonth } from '@volley/domain/money/budget.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeEndedMonths } from './close-months.sql.ts';

const MONTHS_MAX = 200;
const HOUR_MS = 3_600_000;
/** Transactions that began before midnight may not have committed yet. */
const NOT_BEFORE_MS = HOUR_MS;
const AT_THE_LATEST_MS = 72 * HOUR_MS;

/** Returns true when more months may be due. */
export async function closeMonths({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const closed = await inTransaction(db, (tx) => {
    const nowMs = tx.now.getTime();
    return closeEndedMonths(tx, {
      endedBefore: billingMonth(nowMs - NOT_BEFORE_MS),
      overdueBefore: billingMonth(nowMs - AT_THE_LATEST_MS),
      present: billingMonth(nowMs),
      max: MONTHS_MAX,
    });
  });
  return closed === MONTHS_MAX;
}
