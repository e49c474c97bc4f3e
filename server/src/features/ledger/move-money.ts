// Monthly budget and wallet of a company. A start reserves an amount under the budget; each final message releases its
// share and spends its price. Money belongs to the month in which a message is sent; a new month starts at zero.
// The messaging API also charges the company's wallet, at the same moments. Lock order: wallet, then month.
// A closed month never changes: late-money.ts enters later settlements.
import type { Tx } from '../../platform/database/database.ts';
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
 * A concurrent transaction spent the money after it was read. Carries the code of a serialization failure, so that
 * `inTransaction` repeats the work.
 */
export class NotEnough extends Error {
  override readonly name = 'NotEnough';
  readonly code = '40001';

  constructor({ companyId, currency, month }: Purse) {
    super(`not enough money: company ${companyId}, wallet ${currency}, month ${month}`);
  }
}

/** Balance of the wallet and remainder of the month's budget; null: no budget. */
export type Spendable = { readonly walletMicros: bigint; readonly budgetMicros: bigint | null };

/** Locks wallet and month until COMMIT. Buckets and counters must be locked before. */
export async function holdSpendable(tx: Tx, { companyId, currency, month }: Purse): Promise<Spendable> {
  await ensureWallet(tx, companyId, currency);
  await ensureMonth(tx, companyId, month);
  return lockSpendable(tx, { companyId, currency, month });
}

/** Reserves all costs or none, from the wallet and under the budget. Packages are charged to the month only. */
export async function reservePrepaid(tx: Tx, purse: Purse, costs: readonly PrepaidCost[]): Promise<void> {
  const { paid, reserved } = await reserveFromPurse(tx, purse, costs);
  const isFree = costs.every(({ amountMicros, packagesMicros }) => amountMicros === packagesMicros);
  // Free messages need a wallet for their entries, but no money.
  if (!paid && isFree) {
    await ensureWallet(tx, purse.companyId, purse.currency);
    return reservePrepaid(tx, purse, costs);
  }
  if (!paid) throw new NotEnough(purse);
  if (reserved) return;
  // The first reservation of a month finds no row of it.
  await ensureMonth(tx, purse.companyId, purse.month);
  if (!(await reserveAllWithinBudget(tx, purse, costs))) throw new NotEnough(purse);
}

export async function settleCosts(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  const prepaid = settlements.flatMap((row) => (row.wallet === undefined ? [] : [{ ...row, wallet: row.wallet }]));
  if (prepaid.length > 0) await settleInWallets(tx, prepaid);
  const closed = await settleMonths(tx, settlements);
  if (closed.length > 0) await settleLate(tx, settlements, closed);
}
