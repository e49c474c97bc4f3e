import type { Tx } from '../../platform/database.ts';

/** What a month's reserve grows by; below zero where it shrinks. */
export type MovedReserve = { readonly month: string; readonly ownMicros: bigint; readonly packagesMicros: bigint };

/** What the month's budget leaves, held until COMMIT; null without a budget. */
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
       set balance_micros = balance_micros - $4,
         reserved_micros = reserved_micros + $4
       where company_id = $1
         and currency = $2)
     insert into wallet_entries (company_id, currency, kind, balance_micros, reserved_micros, dispatch_id, created_at)
     values ($1, $2, 'reserve', -$4::bigint, $4, $3, $5)`,
    [move.companyId, move.currency, move.dispatchId, move.ownMicros, tx.now],
  );
}

/** A row for each month; that of the present one says what the budget was. */
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
       select * from unnest($3::date[], $4::bigint[], $5::bigint[]) as u(month, own, packages)),
     moved as (
       update company_months m
       set reserved_micros = m.reserved_micros + u.own + u.packages
       from u, companies c
       where m.company_id = $1
         and m.month = u.month
         and c.id = m.company_id
       returning m.month, c.budget_micros, m.reserved_micros + m.spent_micros as committed_micros)
     insert into ledger (
       company_id, month, dispatch_id, kind, messages, reserved_micros, spent_micros, packages_micros, budget_micros,
       committed_micros, created_at)
     select $1, u.month, $2, 'turn', 0, u.own + u.packages, 0, u.packages,
       case when u.month = $6 and u.own + u.packages > 0 then moved.budget_micros end,
       case when u.month = $6 and u.own + u.packages > 0 then moved.committed_micros end,
       $7
     from u
     join moved on moved.month = u.month
     order by u.month`,
    [
      companyId,
      dispatchId,
      moves.map((move) => move.month),
      moves.map((move) => move.ownMicros),
      moves.map((move) => move.packagesMicros),
      present,
      tx.now,
    ],
  );
}
