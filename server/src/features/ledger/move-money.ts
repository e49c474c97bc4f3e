// Two purses. The monthly budget of a company bounds everything it sends: an amount is reserved when messages
// start on their way, and each message that becomes final releases its share and spends what it cost. Money belongs
// to the month in which a message is sent; a new month starts at zero without a reset. Messages of the
// messaging API are also paid from the company's wallet, at the same moments. The wallet is always locked first.
// A month that is closed never changes: what becomes known later is entered by late-money.ts.
import type { Tx } from '../../platform/database.ts';
import { settleLate } from './late-money.ts';
import {
  ensureMonth,
  type Reservation,
  reserveAllWithinBudget,
  reserveFromPurse,
  reserveWithinBudget,
  settleMonths,
} from './ledger.sql.ts';
import { overBudget } from './over-budget.ts';
import type { Settlement } from './settlement.ts';
import { ensureWallet, lockSpendable, settleInWallets } from './wallets.sql.ts';

export async function reserveCost(tx: Tx, cost: Reservation): Promise<void> {
  await ensureMonth(tx, cost.companyId, cost.month);
  if (!(await reserveWithinBudget(tx, cost))) throw await overBudget(tx, cost);
}

export type PrepaidCost = Omit<Reservation, 'companyId' | 'month'>;

export type Purse = { readonly companyId: number; readonly currency: string; readonly month: string };

/**
 * The money was there when it was looked at, and is not any more. Looks like a serialization failure, so that
 * `inTransaction` repeats the work, which looks again.
 */
export class NotEnough extends Error {
  override readonly name = 'NotEnough';
  readonly code = '40001';

  constructor() {
    super('not enough money');
  }
}

/** What the wallet holds, and what the month's budget leaves if there is one; nothing is promised by it. */
export type Spendable = { readonly walletMicros: bigint; readonly budgetMicros: bigint | null };

/**
 * The same, held until COMMIT: what it says can be reserved then. Whoever needs lists or counters locks them before.
 */
export async function holdSpendable(tx: Tx, { companyId, currency, month }: Purse): Promise<Spendable> {
  await ensureWallet(tx, companyId, currency);
  await ensureMonth(tx, companyId, month);
  return lockSpendable(tx, { companyId, currency, month });
}

/** From the wallet and under the budget, all costs or none. Packages are on the month's bill only. */
export async function reservePrepaid(tx: Tx, purse: Purse, costs: readonly PrepaidCost[]): Promise<void> {
  const { paid, reserved } = await reserveFromPurse(tx, purse, costs);
  const isFree = costs.every(({ amountMicros, packagesMicros }) => amountMicros === packagesMicros);
  // What costs nothing needs no money, but a wallet to be entered in.
  if (!paid && isFree) {
    await ensureWallet(tx, purse.companyId, purse.currency);
    return reservePrepaid(tx, purse, costs);
  }
  if (!paid) throw new NotEnough();
  if (reserved) return;
  // The first of a month finds no row of it yet.
  await ensureMonth(tx, purse.companyId, purse.month);
  if (!(await reserveAllWithinBudget(tx, purse, costs))) throw new NotEnough();
}

export async function settleCosts(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  const prepaid = settlements.flatMap((row) => (row.wallet === undefined ? [] : [{ ...row, wallet: row.wallet }]));
  if (prepaid.length > 0) await settleInWallets(tx, prepaid);
  const closed = await settleMonths(tx, settlements);
  if (closed.length > 0) await settleLate(tx, settlements, closed);
}
