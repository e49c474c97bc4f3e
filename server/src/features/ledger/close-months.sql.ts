import type { Tx } from '../../platform/database.ts';

type Closing = {
  /** Months before this one are over. */
  readonly endedBefore: string;
  /** Months before this one do not wait for messages that are with an operator. */
  readonly overdueBefore: string;
  readonly present: string;
  readonly max: number;
};

/**
 * Returns how many were closed. A month with unclaimed messages or open batches is not, however old it is: their
 * reserve has to be moved or settled first.
 */
export async function closeEndedMonths(tx: Tx, closing: Closing): Promise<number> {
  const rows = await tx.query<{ companyId: number; month: string; reserved: bigint }>(
    `select m.company_id as "companyId", m.month::text as month, m.reserved_micros as reserved
     from company_months m
     where m.closed_at is null
       and m.month < $1
       and not exists (
         select
         from strands t
         where t.company_id = m.company_id
           and t.month = m.month
           and t.cursor_seq < t.last_seq)
       and not exists (
         select
         from batches b
         where b.company_id = m.company_id
           and b.month = m.month
           and b.state < 3)
       and (
         m.month < $2
         or m.reserved_micros = 0
           and not exists (
             select
             from dispatches d
             where d.company_id = m.company_id
               and d.ended_at is null
               and d.started_at < (m.month + interval '1 month') at time zone 'Europe/Moscow'))
     order by m.company_id, m.month
     limit $3
     for update`,
    [closing.endedBefore, closing.overdueBefore, closing.max],
  );
  if (rows.length === 0) return 0;
  const reserved = rows.filter((row) => row.reserved !== 0n);
  if (reserved.length > 0) await moveOutOfBudgets(tx, closing.present, reserved);
  await tx.query(
    `update company_months m
     set closed_at = $3,
       reserved_micros = 0
     from unnest($1::int[], $2::date[]) as u(company_id, month)
     where m.company_id = u.company_id
       and m.month = u.month`,
    [rows.map((row) => row.companyId), rows.map((row) => row.month), tx.now],
  );
  return rows.length;
}

/** The reserve of what is with an operator leaves the month, and waits in late rows of the present one. */
async function moveOutOfBudgets(
  tx: Tx,
  present: string,
  months: readonly { readonly companyId: number; readonly month: string }[],
): Promise<void> {
  await tx.query(
    `with open as (
       select l.company_id, l.month, l.dispatch_id, sum(l.reserved_micros - l.packages_micros) as micros
       from ledger l
       join unnest($1::int[], $2::date[]) as u(company_id, month) using (company_id, month)
       where l.late_of is null
         and l.dispatch_id is not null
       group by l.company_id, l.month, l.dispatch_id
       having sum(l.reserved_micros - l.packages_micros) <> 0)
     insert into ledger (company_id, month, late_of, dispatch_id, kind, messages, reserved_micros, spent_micros, created_at)
     select company_id, month, null, dispatch_id, 'turn', 0, -micros, 0, $4::timestamptz
     from open
     union all
     select company_id, $3::date, month, dispatch_id, 'turn', 0, micros, 0, $4::timestamptz
     from open`,
    [months.map((row) => row.companyId), months.map((row) => row.month), present, tx.now],
  );
}
