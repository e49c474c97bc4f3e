// A month of a company is closed when all that was sent in it is final, at the latest three days after its end, and is
// the same ever after. What is still with an operator then keeps its reserve outside every month's budget, and is paid
// by a late row (late-money.ts).
import { billingMonth } from '@volley/domain/budget.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeEndedMonths } from './close-months.sql.ts';

const MONTHS_MAX = 200;
const HOUR_MS = 3_600_000;
/** What began before midnight may still be on its way to COMMIT. */
const NOT_BEFORE_MS = HOUR_MS;
const AT_THE_LATEST_MS = 72 * HOUR_MS;

/** Returns true when there may be more. */
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
