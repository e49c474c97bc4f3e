// The monthly fee of a paid name: one entry per calendar month (Europe/Moscow) from the month of approval to the month
// of its end, both in full, suspended or not. The fee does not count towards the budget for messages. Missed months
// are charged later, one by one; a month is charged once.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { feeMonthsDue, monthAfter } from '@volley/domain/senders/sender-validity.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertCharges, lockSendersToCharge, setFeeDueMonths } from './sender-fees.sql.ts';

const PORTION = 500;

/** True: more names may be due. */
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
