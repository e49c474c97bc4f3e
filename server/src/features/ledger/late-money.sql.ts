import type { Tx } from '../../platform/database.ts';

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

/** The rows of the present month exist. */
export async function enterLate(tx: Tx, present: string, rows: readonly LateRow[]): Promise<void> {
  await tx.query(
    `with u as (
       select *
       from unnest($2::int[], $3::date[], $4::int[], $5::uuid[], $6::text[], $7::int[], $8::bigint[], $9::bigint[])
         as u(company_id, late_of, dispatch_id, message_id, kind, messages, released, spent)),
     companies as (
       select company_id, sum(spent) as spent
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
     select company_id, $1, late_of, dispatch_id, message_id, kind, messages, -released,
       case when kind = 'package' then -released else 0 end, spent, $10
     from u`,
    [
      present,
      rows.map((row) => row.companyId),
      rows.map((row) => row.lateOf),
      rows.map((row) => row.dispatchId),
      rows.map((row) => row.messageId),
      rows.map((row) => row.kind),
      rows.map((row) => row.messages),
      rows.map((row) => row.releasedMicros),
      rows.map((row) => row.spentMicros),
      tx.now,
    ],
  );
}
