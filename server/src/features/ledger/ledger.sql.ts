import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Settlement } from './settlement.ts';

export type Reservation = {
  companyId: number;
  month: string;
  dispatchId: number;
  messages: number;
  amountMicros: bigint;
  /** Part of the amount that is reserved for packages. */
  packagesMicros: bigint;
};

export async function ensureMonth(tx: Tx, companyId: number, month: string): Promise<void> {
  await tx.query(
    `insert into company_months (company_id, month)
     values ($1, $2)
     on conflict do nothing`,
    [companyId, month],
  );
}

/** Conditional: reserves the whole amount if it fits under the budget, nothing otherwise. */
export async function reserveWithinBudget(tx: Tx, reservation: Reservation): Promise<boolean> {
  const rows = await tx.query(
    `with reserved as (
       update company_months m
       set reserved_micros = m.reserved_micros + $4
       from companies c
       where c.id = m.company_id
         and m.company_id = $1
         and m.month = $2
         and (c.budget_micros is null or m.reserved_micros + m.spent_micros + $4 <= c.budget_micros)
       returning c.budget_micros, m.reserved_micros + m.spent_micros as committed_micros)
     insert into ledger (
       company_id, month, dispatch_id, kind, messages, reserved_micros, spent_micros, packages_micros,
       budget_micros, committed_micros, created_at)
     select $1, $2, $3, 'reserve', $5, $4, 0, $7, budget_micros, committed_micros, $6
     from reserved
     returning id`,
    [
      reservation.companyId,
      reservation.month,
      reservation.dispatchId,
      reservation.amountMicros,
      reservation.messages,
      tx.now,
      reservation.packagesMicros,
    ],
  );
  return rows.length > 0;
}

type Cost = Omit<Reservation, 'companyId' | 'month'>;

const COST_COLUMNS = { dispatchId: 'int', messages: 'int', amountMicros: 'bigint', packagesMicros: 'bigint' } as const;
const budgetCosts = bulkColumns(COST_COLUMNS, 4);
const purseCosts = bulkColumns(COST_COLUMNS, 5);

/** Reserves all costs of one company if they fit under the budget together, none otherwise. */
export async function reserveAllWithinBudget(
  tx: Tx,
  { companyId, month }: { companyId: number; month: string },
  costs: readonly Cost[],
): Promise<boolean> {
  const rows = await tx.planned(
    `with u as (
       select *
       from ${budgetCosts.as('u')}),
     whole as (
       select sum(amount_micros) as amount
       from u),
     reserved as (
       update company_months m
       set reserved_micros = m.reserved_micros + whole.amount
       from companies c, whole
       where c.id = m.company_id
         and m.company_id = $1
         and m.month = $2
         and (c.budget_micros is null or m.reserved_micros + m.spent_micros + whole.amount <= c.budget_micros)
       returning c.budget_micros, m.reserved_micros + m.spent_micros as committed_micros)
     insert into ledger (
       company_id, month, dispatch_id, kind, messages, reserved_micros, spent_micros, packages_micros,
       budget_micros, committed_micros, created_at)
     select
       $1,
       $2,
       u.dispatch_id,
       'reserve',
       u.messages,
       u.amount_micros,
       0,
       u.packages_micros,
       budget_micros,
       committed_micros,
       $3
     from u, reserved
     returning id`,
    [companyId, month, tx.now, ...budgetCosts.values(costs)],
  );
  return rows.length > 0;
}

/**
 * Reserves from the wallet and under the budget. `paid` without `reserved`: the wallet is already charged, so the
 * caller must roll back or reserve the month.
 */
export async function reserveFromPurse(
  tx: Tx,
  { companyId, currency, month }: { companyId: number; currency: string; month: string },
  costs: readonly Cost[],
): Promise<{ paid: boolean; reserved: boolean }> {
  const rows = await tx.planned<{ paid: boolean; reserved: boolean }>(
    `with u as (
       select *
       from ${purseCosts.as('u')}),
     whole as (
       select sum(amount_micros) as amount, sum(amount_micros - packages_micros) as own
       from u),
     paid as (
       update wallets w
       set balance_micros = w.balance_micros - whole.own, reserved_micros = w.reserved_micros + whole.own
       from whole
       where w.company_id = $1
         and w.currency = $2
         and w.balance_micros >= whole.own
       returning w.company_id),
     reserved as (
       update company_months m
       set reserved_micros = m.reserved_micros + whole.amount
       from companies c, whole
       where exists (select from paid)
         and c.id = m.company_id
         and m.company_id = $1
         and m.month = $3
         and (c.budget_micros is null or m.reserved_micros + m.spent_micros + whole.amount <= c.budget_micros)
       returning c.budget_micros, m.reserved_micros + m.spent_micros as committed_micros),
     of_wallet as (
       insert into wallet_entries (
         company_id, currency, kind, balance_micros, reserved_micros, dispatch_id, created_at)
       select
         $1,
         $2,
         'reserve',
         u.packages_micros - u.amount_micros,
         u.amount_micros - u.packages_micros,
         u.dispatch_id,
         $4
       from u, paid),
     of_month as (
       insert into ledger (
         company_id, month, dispatch_id, kind, messages, reserved_micros, spent_micros, packages_micros,
         budget_micros, committed_micros, created_at)
       select
         $1,
         $3,
         u.dispatch_id,
         'reserve',
         u.messages,
         u.amount_micros,
         0,
         u.packages_micros,
         budget_micros,
         committed_micros,
         $4
       from u, reserved)
     select exists (select from paid) as paid, exists (select from reserved) as reserved`,
    [companyId, currency, month, tx.now, ...purseCosts.values(costs)],
  );
  return rows[0] ?? { paid: false, reserved: false };
}

export type ClosedMonth = { readonly companyId: number; readonly month: string };

const settlementRows = bulkColumns(
  {
    companyId: 'int',
    month: 'date',
    dispatchId: 'int',
    messages: 'int',
    releasedMicros: 'bigint',
    spentMicros: 'bigint',
    kind: 'text',
  },
  2,
);

/** Returns the closed months; their settlements are not entered. */
export function settleMonths(tx: Tx, rows: readonly Settlement[]): Promise<ClosedMonth[]> {
  return tx.planned<ClosedMonth>(
    `with u as (
       select *
       from ${settlementRows.as('u')}),
     months as (
       select company_id, month, sum(released_micros) as released, sum(spent_micros) as spent
       from u
       group by company_id, month),
     held as (
       select m.company_id, m.month, m.closed_at is not null as closed
       from company_months m
       join months using (company_id, month)
       order by m.company_id, m.month
       for update of m),
     moved as (
       update company_months m
       set reserved_micros = m.reserved_micros - months.released, spent_micros = m.spent_micros + months.spent
       from months
       join held using (company_id, month)
       where m.company_id = months.company_id
         and m.month = months.month
         and not held.closed),
     entered as (
       insert into ledger (
         company_id, month, dispatch_id, kind, messages, reserved_micros, packages_micros, spent_micros,
         created_at)
       select
         u.company_id,
         u.month,
         u.dispatch_id,
         u.kind,
         u.messages,
         -u.released_micros,
         case when u.kind = 'package' then -u.released_micros else 0 end,
         u.spent_micros,
         $1
       from u
       left join held using (company_id, month)
       where held.closed is not true)
     select company_id as "companyId", month::text as month
     from held
     where closed`,
    [tx.now, ...settlementRows.values(rows)],
  );
}
