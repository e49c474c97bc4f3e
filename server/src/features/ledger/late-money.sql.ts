import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

export type LateRow = {
  readonly companyId: number;
  readonly lateOf: string;
  readonly dispatchId: number;
  readonly messageId: string | null;
  readonly kind: 'settle' | 'package';
  readonly messages: number;
  readonly releasedMicros: bigint;
  readonly spentMicros: bigint;
};

export async function ensureMonths(tx: Tx, companyIds: readonly number[], month: string): Promise<void> {
  await tx.query(
    `insert into company_months (company_id, month)
     select company_id, $2
     from unnest($1::int[]) as u(company_id)
     order by company_id
     on conflict do nothing`,
    [companyIds, month],
  );
}

const lateRows = bulkColumns(
  {
    companyId: 'int',
    lateOf: 'date',
    dispatchId: 'int',
    messageId: 'uuid',
    kind: 'text',
    messages: 'int',
    releasedMicros: 'bigint',
    spentMicros: 'bigint',
  },
  3,
);

/** The rows of the present month must exist (`ensureMonths`). */
export async function enterLate(tx: Tx, present: string, rows: readonly LateRow[]): Promise<void> {
  await tx.query(
    `with u as (
       select *
       from ${lateRows.as('u')}),
     companies as (
       select company_id, sum(spent_micros) as spent
       from u
       group by company_id),
     held as (
       select m.company_id
       from company_months m
       join companies using (company_id)
       where m.month = $1
       order by m.company_id
       for update of m),
     charged as (
       update company_months m
       set late_micros = m.late_micros + companies.spent
       from companies
       join held using (company_id)
       where m.company_id = companies.company_id
         and m.month = $1)
     insert into ledger (
       company_id, month, late_of, dispatch_id, message_id, kind, messages, reserved_micros, packages_micros,
       spent_micros, created_at)
     select
       company_id,
       $1,
       late_of,
       dispatch_id,
       message_id,
       kind,
       messages,
       -released_micros,
       case when kind = 'package' then -released_micros else 0 end,
       spent_micros,
       $2
     from u`,
    [present, tx.now, ...lateRows.values(rows)],
  );
}
