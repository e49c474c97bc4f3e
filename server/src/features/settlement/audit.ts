// The audit: rows that must not exist. Money, statuses and counters are recounted from the messages and
// the ledger; every row returned names what differs. It runs after every integration test, every five
// minutes in production, and by hand with `main.ts audit`.
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';

export type Finding = { readonly what: string; readonly id: string; readonly expected: string; readonly found: string };

/** Dispatches that ended longer ago than this were audited before they grew cold. */
const RECENT = `interval '2 days'`;

const AUDIT = `
with recent as (
  select * from dispatches d where d.status <> 'CREATED' and (d.ended_at is null or d.ended_at > $1::timestamptz - ${RECENT})),
counted as (
  select m.dispatch_id,
    count(*) as total, count(*) filter (where m.status = 2) as delivered, count(*) filter (where m.status = 3) as failed,
    count(*) filter (where m.status > 0 and m.sent_at is not null) as sent,
    sum(m.parts) as parts, coalesce(sum(m.parts) filter (where m.status = 2), 0) as parts_delivered, coalesce(sum(m.parts) filter (where m.status = 3), 0) as parts_failed,
    sum(m.amount_micros) as amount, coalesce(sum(m.amount_micros) filter (where m.status < 2), 0) as open_amount, coalesce(sum(m.price_micros), 0) as price,
    count(*) filter (where m.status >= 2 and m.price_micros is null or m.status < 2 and m.price_micros is not null) as unpriced,
    count(*) filter (where m.price_micros > m.amount_micros or m.price_micros < 0) as overpriced
  from recent d join messages m on m.dispatch_id = d.id and m.id between d.first_message_id and d.last_message_id group by m.dispatch_id),
booked as (
  select l.dispatch_id, sum(l.reserved_micros) as reserved, sum(l.spent_micros) as spent,
    coalesce(sum(l.messages) filter (where l.kind = 'settle'), 0) as settled, count(*) filter (where l.kind = 'reserve') as reservations
  from ledger l where l.dispatch_id in (select id from recent) group by l.dispatch_id),
months as (select company_id, month, sum(reserved_micros) as reserved, sum(spent_micros) as spent from ledger group by company_id, month)
select 'dispatch messages' as what, d.id::text as id, d.messages_total || '/' || d.messages_sent || '/' || d.messages_delivered || '/' || d.messages_failed as found,
    c.total || '/' || c.sent || '/' || c.delivered || '/' || c.failed as expected
  from recent d join counted c on c.dispatch_id = d.id
  where (d.messages_total, d.messages_sent, d.messages_delivered, d.messages_failed) is distinct from (c.total, c.sent, c.delivered, c.failed)
union all select 'dispatch parts', d.id::text, d.parts_total || '/' || d.parts_delivered || '/' || d.parts_failed, c.parts || '/' || c.parts_delivered || '/' || c.parts_failed
  from recent d join counted c on c.dispatch_id = d.id where (d.parts_total, d.parts_delivered, d.parts_failed) is distinct from (c.parts, c.parts_delivered, c.parts_failed)
union all select 'dispatch estimate', d.id::text, d.estimate_micros::text, c.amount::text from recent d join counted c on c.dispatch_id = d.id where d.estimate_micros <> c.amount
union all select 'dispatch reserved', d.id::text, b.reserved::text, c.open_amount::text from recent d join counted c on c.dispatch_id = d.id left join booked b on b.dispatch_id = d.id
  where b.reserved is distinct from c.open_amount
union all select 'dispatch spent', d.id::text, b.spent::text, c.price::text from recent d join counted c on c.dispatch_id = d.id left join booked b on b.dispatch_id = d.id
  where b.spent is distinct from c.price
union all select 'dispatch settled messages', d.id::text, b.settled::text, (c.delivered + c.failed)::text from recent d join counted c on c.dispatch_id = d.id left join booked b on b.dispatch_id = d.id
  where b.settled is distinct from c.delivered + c.failed
union all select 'dispatch reserved once', d.id::text, b.reservations::text, '1' from recent d left join booked b on b.dispatch_id = d.id where b.reservations is distinct from 1
union all select 'final message without a price, or open one with', c.dispatch_id::text, c.unpriced::text, '0' from counted c where c.unpriced > 0
union all select 'price above its reservation', c.dispatch_id::text, c.overpriced::text, '0' from counted c where c.overpriced > 0
union all select 'dispatch ended', d.id::text, coalesce(d.ended_at::text, 'open'), 'ended' from recent d where (d.messages_delivered + d.messages_failed = d.messages_total) <> (d.ended_at is not null)
union all select 'month reserved and spent', m.company_id || ' ' || m.month, m.reserved_micros || '/' || m.spent_micros, coalesce(l.reserved, 0) || '/' || coalesce(l.spent, 0)
  from company_months m left join months l on l.company_id = m.company_id and l.month = m.month
  where m.reserved_micros <> coalesce(l.reserved, 0) or m.spent_micros <> coalesce(l.spent, 0)
union all select 'reservation above the budget of its time', l.id::text, l.committed_micros::text, l.budget_micros::text from ledger l where l.kind = 'reserve' and l.committed_micros > l.budget_micros`;

export async function auditMoney({ db }: Pick<Platform, 'db'>): Promise<Finding[]> {
  return read(db, (tx) => tx.query<Finding>(AUDIT, [tx.now]));
}
