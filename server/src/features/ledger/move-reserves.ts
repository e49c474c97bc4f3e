// Reserves that go from one month to another. The caller holds the purse and has seen that there is room.
import type { Tx } from '../../platform/database.ts';
import { ensureMonth } from './ledger.sql.ts';
import { enterMoves, type MovedReserve, moveWalletReserve, selectBudgetLeft } from './move-reserves.sql.ts';
import { ensureWallet, lockSpendable } from './wallets.sql.ts';

export type { MovedReserve } from './move-reserves.sql.ts';

/** Null where there is no limit, and no wallet. */
export type Room = { budgetMicros: bigint | null; walletMicros: bigint | null };

type Purse = { readonly companyId: number; readonly month: string; readonly wallet: string | undefined };

/** Held until COMMIT; the wallet first, like everybody. */
export async function lockRoom(tx: Tx, { companyId, month, wallet }: Purse): Promise<Room> {
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
