import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Change of a month's reserve; negative: it shrinks. */
export type MovedReserve = { readonly month: string; readonly ownMicros: bigint; readonly packagesMicros: bigint };

/** Remainder of the month's budget, locked until COMMIT; null: no budget. */
export async function selectBudgetLeft(tx: Tx, companyId: number, month: string): Promise<bigint | null> {
  const rows = await tx.query<{ micros: bigint | null }>(
    `select c.budget_micros - m.reserved_micros - m.spent_micros as micros
     from company_months m
     join companies c on c.id = m.company_id
     where m.company_id = $1
       and m.month = $2
     for update of m`,
    [companyId, month],
  );
  return rows[0]?.micros ?? null;
}

export async function moveWalletReserve(
  tx: Tx,
  move: {
    readonly companyId: number;
    readonly currency: string;
    readonly dispatchId: number;
    readonly ownMicros: bigint;
  },
): Promise<void> {
  await tx.query(
    `with moved as (
       update wallets
       set balance_micros = balance_micros - $4, reserved_micros = reserved_micros + $4
       where company_id = $1
         and currency = $2)
     insert into wallet_entries (
       company_id, currency, kind, balance_micros, reserved_micros, dispatch_id, created_at)
     values ($1, $2, 'reserve', -$4::bigint, $4, $3, $5)`,
    [move.companyId, move.currency, move.dispatchId, move.ownMicros, tx.now],
  );
}

const movedReserves = bulkColumns({ month: 'date', ownMicros: 'bigint', packagesMicros: 'bigint' }, 5);

/** Enters a row per month; only the row of the present month holds the budget. */
export async function enterMoves(
  tx: Tx,
  {
    companyId,
    dispatchId,
    present,
  }: { readonly companyId: number; readonly dispatchId: number; readonly present: string },
  moves: readonly MovedReserve[],
): Promise<void> {
  await tx.query(
    `with u as (
       select month, own_micros + packages_micros as whole, packages_micros as packages
       from ${movedReserves.as('u')}),
     moved as (
       update company_months m
       set reserved_micros = m.reserved_micros + u.whole
       from u, companies c
       where m.company_id = $1
         and m.month = u.month
         and c.id = m.company_id
       returning m.month, c.budget_micros, m.reserved_micros + m.spent_micros as committed_micros)
     insert into ledger (
       company_id, month, dispatch_id, kind, messages, reserved_micros, spent_micros, packages_micros,
       budget_micros, committed_micros, created_at)
     select
       $1,
       u.month,
       $2,
       'turn',
       0,
       u.whole,
       0,
       u.packages,
       case when u.month = $3 and u.whole > 0 then moved.budget_micros end,
       case when u.month = $3 and u.whole > 0 then moved.committed_micros end,
       $4
     from u
     join moved on moved.month = u.month
     order by u.month`,
    [companyId, dispatchId, present, tx.now, ...movedReserves.values(moves)],
  );
}
