// Moves reserves from one month to another. The caller has locked the purse and checked its limits.
import type { Tx } from '../../platform/database/database.ts';
import { ensureMonth } from './ledger.sql.ts';
import { enterMoves, type MovedReserve, moveWalletReserve, selectBudgetLeft } from './move-reserves.sql.ts';
import { ensureWallet, lockSpendable } from './wallets.sql.ts';

export type { MovedReserve } from './move-reserves.sql.ts';

/** Null: no budget, or no wallet. */
export type ReserveLimits = { budgetMicros: bigint | null; walletMicros: bigint | null };

type Purse = { readonly companyId: number; readonly month: string; readonly wallet: string | undefined };

/** Locked until COMMIT. Lock order: wallet, then month. */
export async function lockReserveLimits(tx: Tx, { companyId, month, wallet }: Purse): Promise<ReserveLimits> {
  await ensureMonth(tx, companyId, month);
  if (wallet === undefined) return { budgetMicros: await selectBudgetLeft(tx, companyId, month), walletMicros: null };
  await ensureWallet(tx, companyId, wallet);
  return lockSpendable(tx, { companyId, currency: wallet, month });
}

type Owner = {
  readonly companyId: number;
  readonly dispatchId: number;
  readonly wallet: string | undefined;
  readonly present: string;
};

export async function moveReserves(tx: Tx, owner: Owner, moves: readonly MovedReserve[]): Promise<void> {
  if (moves.length === 0) return;
  const ownMicros = moves.reduce((sum, move) => sum + move.ownMicros, 0n);
  if (owner.wallet !== undefined && ownMicros !== 0n)
    await moveWalletReserve(tx, { ...owner, currency: owner.wallet, ownMicros });
  await enterMoves(tx, owner, moves);
}
