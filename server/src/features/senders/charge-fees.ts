// The monthly fee of a paid name: one entry per calendar month (Europe/Moscow) from the month in which the
// name was approved to the month in which it ends, both in full, suspended or not. It has nothing to do with
// the budget for messages. Months that no clock saw are charged later, one by one; a month is charged once.
import { billingMonth } from '@volley/domain/budget.ts';
import { feeMonthsDue, monthAfter } from '@volley/domain/sender-validity.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertCharges, lockSendersToCharge, setFeeDueMonths } from './sender-fees.sql.ts';

const PORTION = 500;

/** Returns true when there may be more. */
export async function chargeSenderFees({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const present = billingMonth(tx.now.getTime());
    const senders = await lockSendersToCharge(tx, present, PORTION);
    if (senders.length === 0) return false;
    await insertCharges(
      tx,
      senders.flatMap((sender) =>
        feeMonthsDue(sender.dueMonth, sender.endedAt ?? sender.dateTo, tx.now.getTime()).map((month) => ({
          ...sender,
          month,
        })),
      ),
    );
    await setFeeDueMonths(
      tx,
      senders.map(({ id, endedAt }) => ({ id, dueMonth: endedAt === null ? monthAfter(present) : null })),
    );
    return senders.length === PORTION;
  });
}
