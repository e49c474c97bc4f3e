// The audit: rows that must not exist. Money, statuses and counters are recounted from the messages and
// the ledger; every row returned names what differs. It runs after every integration test, every five
// minutes in production, and by hand with `main.ts audit`.
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { batchOfMessage } from '../dispatches/metered-strands.ts';
import { auditMessages } from './audit-messages.ts';
import type { Finding } from './finding.ts';

/** Dispatches that ended longer ago than this were audited before they grew cold. */
const RECENT = `interval '2 days'`;

const AUDIT = `
with recent as (
  select * from dispatches d where d.status <> 'CREATED' and (d.ended_at is null or d.ended_at > $1::timestamptz - ${RECENT})),
by_strand as (
  select m.dispatch_id, m.strand,
    count(*) as total, count(*) filter (where m.status = 2) as delivered, count(*) filter (where m.status = 3) as failed,
    count(*) filter (where m.status > 0 and m.sent_at is not null) as sent, count(*) filter (where m.status = 3 and m.sent_at is null) as unsent,
    coalesce(sum(m.parts) filter (where m.status > 0 and m.sent_at is not null), 0) as parts_sent, coalesce(sum(m.parts) filter (where m.status = 3 and m.sent_at is null), 0) as parts_unsent, count(*) filter (where m.status = 0) as created,
    sum(m.parts) as parts, coalesce(sum(m.parts) filter (where m.status = 2), 0) as parts_delivered, coalesce(sum(m.parts) filter (where m.status = 3), 0) as parts_failed,
    count(*) filter (where m.volume_before is not null) as numbered,
    count(*) filter (where m.status >= 2 and m.price_micros is null or m.status < 2 and m.price_micros is not null) as unpriced,
    count(*) filter (where m.price_micros > m.amount_micros or m.price_micros < 0 or m.due_micros > m.amount_micros or m.price_micros not in (0, coalesce(m.due_micros, m.amount_micros))) as overpriced
  from recent d join messages m on m.dispatch_id = d.id and m.id between d.first_message_id and d.last_message_id group by m.dispatch_id, m.strand),
metered as (
  select c.*, t.handed_over, f.pricing_model <> 'FIXED' and t.part_micros is not null as by_volume
  from by_strand c join strands t on t.dispatch_id = c.dispatch_id and t.strand = c.strand left join tariffs f on f.id = t.tariff_id),
-- What has not left CREATED is reserved where its batch says, or its strand: at their price of a part, or at its own amount.
created as (
  select m.dispatch_id, t.company_id, t.route, t.tariff_id, case when b.id is null then t.month else b.month end as month,
    coalesce(case when b.id is null then t.part_micros else b.part_micros end * m.parts, m.amount_micros) as micros
  from recent d join messages m on m.dispatch_id = d.id and m.id between d.first_message_id and d.last_message_id and m.status = 0
  join strands t on t.dispatch_id = m.dispatch_id and t.strand = m.strand ${batchOfMessage}),
-- What was sent has its money in the month it was sent in.
gone as (
  select m.dispatch_id, date_trunc('month', m.sent_at at time zone 'Europe/Moscow')::date as month,
    coalesce(sum(m.amount_micros) filter (where m.status = 1), 0) as open, sum(coalesce(m.price_micros, 0) + coalesce(m.package_micros, 0)) as spent
  from recent d join messages m on m.dispatch_id = d.id and m.id between d.first_message_id and d.last_message_id and m.sent_at is not null group by 1, 2),
money as (
  select dispatch_id, month, sum(open) as open, sum(spent) as spent
  from (select dispatch_id, month, open, spent from gone union all select dispatch_id, month, micros, 0 from created where month is not null) both_kinds group by 1, 2),
of_dispatch as (select dispatch_id, sum(open) as open, sum(spent) as spent from money group by 1),
counted as (
  select dispatch_id, sum(total) as total, sum(delivered) as delivered, sum(failed) as failed, sum(sent) as sent, sum(unsent) as unsent, sum(parts_sent) as parts_sent, sum(parts_unsent) as parts_unsent, sum(parts) as parts, sum(parts_delivered) as parts_delivered,
    sum(parts_failed) as parts_failed, sum(unpriced) as unpriced, sum(overpriced) as overpriced
  from metered group by dispatch_id),
booked as (
  select l.dispatch_id, coalesce(sum(l.messages) filter (where l.kind = 'settle'), 0) as settled, coalesce(sum(l.messages) filter (where l.kind = 'reserve'), 0) as reserved_for
  from ledger l where l.dispatch_id in (select id from recent) group by l.dispatch_id),
booked_months as (
  select l.dispatch_id, coalesce(l.late_of, l.month) as month, sum(l.reserved_micros - l.packages_micros) as open, sum(l.spent_micros) as spent
  from ledger l where l.dispatch_id in (select id from recent) group by 1, 2),
months as (
  select company_id, month, coalesce(sum(reserved_micros) filter (where late_of is null), 0) as reserved, coalesce(sum(spent_micros) filter (where late_of is null), 0) as spent,
    coalesce(sum(spent_micros) filter (where late_of is not null), 0) as late, sum(packages_micros) as packages
  from ledger group by company_id, month),
scaled as (
  select t.company_id, t.route, sum(t.handed_over) as handed
  from strands t join tariffs f on f.id = t.tariff_id where t.part_micros is not null and f.pricing_model = 'SCALED' group by 1, 2),
recipients as (select company_id, brand, month, count(*) as known from mau_recipients where month > $1::timestamptz - interval '70 days' group by 1, 2, 3),
waiting as (
  select c.company_id, c.route, c.month, c.tariff_id, count(*) as created
  from created c join tariffs f on f.id = c.tariff_id where c.month is not null and f.pricing_model = 'MAU' group by 1, 2, 3, 4),
reserves as (
  select r.*, v.count, sum(r.waiting) over (partition by r.company_id, r.brand, r.month) as ahead
  from package_reserves r join volume_counters v on v.company_id = r.company_id and v.brand = r.brand and v.month = r.month and v.model = 'MAU'),
needed as (
  select r.company_id, r.brand, r.month, r.tariff_id, r.reserved_micros, coalesce(sum(p.price_mau_batch_micros) filter (
    where r.waiting > 0 and greatest(p.count_from, 1) > r.count and greatest(p.count_from, 1) <= r.count + r.ahead), 0) as needed
  from reserves r join tariff_prices p on p.tariff_id = r.tariff_id group by 1, 2, 3, 4, 5)
select 'dispatch messages' as what, d.id::text as id, d.messages_total || '/' || d.messages_sent || '/' || d.messages_delivered || '/' || d.messages_failed as found,
    c.total || '/' || c.sent || '/' || c.delivered || '/' || c.failed as expected
  from recent d join counted c on c.dispatch_id = d.id
  where (d.messages_total, d.messages_sent, d.messages_delivered, d.messages_failed) is distinct from (c.total, c.sent, c.delivered, c.failed)
union all select 'dispatch unsent', d.id::text, d.messages_unsent || '/' || d.parts_sent || '/' || d.parts_unsent, c.unsent || '/' || c.parts_sent || '/' || c.parts_unsent
  from recent d join counted c on c.dispatch_id = d.id where (d.messages_unsent, d.parts_sent, d.parts_unsent) is distinct from (c.unsent, c.parts_sent, c.parts_unsent)
union all select 'dispatch parts', d.id::text, d.parts_total || '/' || d.parts_delivered || '/' || d.parts_failed, c.parts || '/' || c.parts_delivered || '/' || c.parts_failed
  from recent d join counted c on c.dispatch_id = d.id where (d.parts_total, d.parts_delivered, d.parts_failed) is distinct from (c.parts, c.parts_delivered, c.parts_failed)
union all select 'dispatch reserved and spent', d.id::text, d.reserved_micros || '/' || d.spent_micros, coalesce(o.open, 0) || '/' || coalesce(o.spent, 0)
  from recent d left join of_dispatch o on o.dispatch_id = d.id where d.reserved_micros <> coalesce(o.open, 0) or d.spent_micros <> coalesce(o.spent, 0)
union all select 'dispatch in a month', coalesce(b.dispatch_id, o.dispatch_id) || ' ' || coalesce(b.month, o.month), coalesce(b.open, 0) || '/' || coalesce(b.spent, 0), coalesce(o.open, 0) || '/' || coalesce(o.spent, 0)
  from booked_months b full join money o on o.dispatch_id = b.dispatch_id and o.month = b.month
  where coalesce(b.open, 0) <> coalesce(o.open, 0) or coalesce(b.spent, 0) <> coalesce(o.spent, 0)
union all select 'dispatch settled messages', d.id::text, b.settled::text, (c.delivered + c.failed)::text from recent d join counted c on c.dispatch_id = d.id left join booked b on b.dispatch_id = d.id
  where b.settled is distinct from c.delivered + c.failed
union all select 'dispatch reserved once', d.id::text, b.reserved_for::text, d.messages_total::text from recent d left join booked b on b.dispatch_id = d.id
  where d.kind <> 'SEND' and b.reserved_for is distinct from d.messages_total
union all select 'final message without a price, or open one with', c.dispatch_id::text, c.unpriced::text, '0' from counted c where c.unpriced > 0
union all select 'price above its reservation', c.dispatch_id::text, c.overpriced::text, '0' from counted c where c.overpriced > 0
union all select 'dispatch ended', d.id::text, coalesce(d.ended_at::text, 'open'), 'ended' from recent d
  where (d.messages_delivered + d.messages_failed = d.messages_total and (d.cascade is null or (d.status <> 'STARTED' or coalesce(d.steps_waiting, 0) <= 0)
    and not exists (select from dispatches l where l.steps_of = d.id and l.ended_at is null))) <> (d.ended_at is not null)
union all select 'messages that a step may follow', s.id::text, s.steps_waiting::text, s.expected::text from (
  select d.id, d.steps_waiting, (
    select count(*) from dispatches f join messages m on m.dispatch_id = f.id and m.id between f.first_message_id and f.last_message_id
    where (f.id = d.id or f.steps_of = d.id) and m.status = 2 and m.read_status is null and m.cascade->0->>'condition' = 'not_read') + (
    select count(*) from cascade_due u join messages m on m.id = u.message_id join dispatches f on f.id = m.dispatch_id
    where f.id = d.id or f.steps_of = d.id) as expected
  from recent d where d.cascade is not null and d.steps_waiting is not null) s where s.steps_waiting <> s.expected
union all select 'strand handed over', m.dispatch_id || ' ' || m.strand, m.handed_over::text, m.numbered || '/' || m.sent from metered m
  where m.by_volume and (m.handed_over <> m.numbered or m.numbered <> m.sent) or not m.by_volume and m.numbered > 0
union all select 'volume of messages', v.company_id || ' ' || v.brand, v.count::text, coalesce(s.handed, 0)::text
  from (select company_id, brand, sum(count) as count from volume_counters where model = 'SCALED' group by 1, 2) v
  left join scaled s on s.company_id = v.company_id and s.route = v.brand where v.count <> coalesce(s.handed, 0)
union all select 'volume of recipients', v.company_id || ' ' || v.brand || ' ' || v.month, v.count::text, coalesce(r.known, 0)::text
  from volume_counters v left join recipients r on r.company_id = v.company_id and r.brand = v.brand and r.month = v.month
  where v.model = 'MAU' and v.month > $1::timestamptz - interval '70 days' and v.count <> coalesce(r.known, 0)
union all select 'messages ahead of a package', r.company_id || ' ' || r.brand || ' ' || r.month || ' ' || r.tariff_id, r.waiting::text, coalesce(w.created, 0)::text
  from package_reserves r left join waiting w on w.company_id = r.company_id and w.route = r.brand and w.month = r.month and w.tariff_id = r.tariff_id where r.waiting <> coalesce(w.created, 0)
union all select 'reserve for packages', n.company_id || ' ' || n.brand || ' ' || n.month || ' ' || n.tariff_id, n.reserved_micros::text, n.needed::text from needed n where n.reserved_micros <> n.needed
union all select 'month packages', coalesce(l.company_id, r.company_id) || ' ' || coalesce(l.month, r.month), coalesce(l.packages, 0)::text, coalesce(r.reserved, 0)::text
  from months l full join (select company_id, month, sum(reserved_micros) as reserved from package_reserves group by 1, 2) r on r.company_id = l.company_id and r.month = l.month
  where coalesce(l.packages, 0) <> coalesce(r.reserved, 0)
union all select 'month reserved and spent', m.company_id || ' ' || m.month, m.reserved_micros || '/' || m.spent_micros, coalesce(l.reserved, 0) || '/' || coalesce(l.spent, 0)
  from company_months m left join months l on l.company_id = m.company_id and l.month = m.month
  where m.reserved_micros <> coalesce(l.reserved, 0) or m.spent_micros <> coalesce(l.spent, 0)
union all select 'month late', m.company_id || ' ' || m.month, m.late_micros::text, coalesce(l.late, 0)::text
  from company_months m left join months l on l.company_id = m.company_id and l.month = m.month where m.late_micros <> coalesce(l.late, 0)
union all select 'reserve of a closed month', company_id || ' ' || month, reserved_micros::text, '0' from company_months where closed_at is not null and reserved_micros <> 0
union all select 'reservation above the budget of its time', l.id::text, l.committed_micros::text, l.budget_micros::text from ledger l where l.kind in ('reserve', 'turn') and l.committed_micros > l.budget_micros
union all select 'wallet', w.company_id || ' ' || w.currency, w.balance_micros || '/' || w.reserved_micros, coalesce(e.balance, 0) || '/' || coalesce(e.reserved, 0)
  from wallets w left join (select company_id, currency, sum(balance_micros) as balance, sum(reserved_micros) as reserved from wallet_entries group by 1, 2) e
    on e.company_id = w.company_id and e.currency = w.currency
  where w.balance_micros <> coalesce(e.balance, 0) or w.reserved_micros <> coalesce(e.reserved, 0)
union all select 'wallet reserve', w.company_id || ' ' || w.currency, w.reserved_micros::text, coalesce(o.open, 0)::text
  from wallets w left join (
    select l.company_id, p.currency, sum(l.reserved_micros - l.packages_micros) as open
    from ledger l join dispatches d on d.id = l.dispatch_id join partners p on p.id = d.partner_id
    where d.kind <> 'PARTNER' group by 1, 2) o on o.company_id = w.company_id and o.currency = w.currency
  where w.reserved_micros <> coalesce(o.open, 0)`;

export async function auditMoney({ db }: Pick<Platform, 'db'>): Promise<Finding[]> {
  return read(db, async (tx) => [...(await tx.query<Finding>(AUDIT, [tx.now])), ...(await auditMessages(tx))]);
}
