import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

type Closing = {
  /** Months before this one are over. */
  readonly endedBefore: string;
  /** Months before this one do not wait for messages that are with an operator. */
  readonly overdueBefore: string;
  readonly present: string;
  readonly max: number;
};

const closedMonths = bulkColumns({ companyId: 'int', month: 'date' }, 2);
const turnedMonths = bulkColumns({ companyId: 'int', month: 'date' }, 3);

/**
 * Returns the number of closed months. A month with unclaimed messages or open batches stays open at any age: its
 * reserve must be moved or settled first.
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
           and b.state < ${BATCH_STATES.handedOver})
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
     set closed_at = $1,
       reserved_micros = 0
     from ${closedMonths.as('u')}
     where m.company_id = u.company_id
       and m.month = u.month`,
    [tx.now, ...closedMonths.values(rows)],
  );
  return rows.length;
}

/** Moves the reserve of messages still with an operator from these months into late rows of the present one. */
async function moveOutOfBudgets(
  tx: Tx,
  present: string,
  months: readonly { readonly companyId: number; readonly month: string }[],
): Promise<void> {
  await tx.query(
    `with open as (
       select l.company_id, l.month, l.dispatch_id, sum(l.reserved_micros - l.packages_micros) as micros
       from ledger l
       join ${turnedMonths.as('u')} using (company_id, month)
       where l.late_of is null
         and l.dispatch_id is not null
       group by l.company_id, l.month, l.dispatch_id
       having sum(l.reserved_micros - l.packages_micros) <> 0)
     insert into ledger (
       company_id, month, late_of, dispatch_id, kind, messages, reserved_micros, spent_micros, created_at)
     select company_id, month, null, dispatch_id, 'turn', 0, -micros, 0, $2::timestamptz
     from open
     union all
     select company_id, $1::date, month, dispatch_id, 'turn', 0, micros, 0, $2::timestamptz
     from open`,
    [present, tx.now, ...turnedMonths.values(months)],
  );
}
