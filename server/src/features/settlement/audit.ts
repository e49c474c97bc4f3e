// The audit: rows that must not exist. Money, statuses and counters are recounted from the messages and
// the ledger; every row returned names what differs. It runs after every integration test, every five
// minutes in production, and by hand with `main.ts audit`.
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
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
    coalesce(sum(m.parts) filter (where m.status = 0), 0) as parts_created, coalesce(sum(m.amount_micros) filter (where m.status = 0), 0) as created_amount,
    coalesce(sum(m.amount_micros) filter (where m.status > 0), 0) as gone_amount, coalesce(sum(m.amount_micros) filter (where m.status = 1), 0) as sent_amount,
    coalesce(sum(m.price_micros), 0) as price, coalesce(sum(m.package_micros), 0) as packages, count(*) filter (where m.volume_before is not null) as numbered,
    count(*) filter (where m.status >= 2 and m.price_micros is null or m.status < 2 and m.price_micros is not null) as unpriced,
    count(*) filter (where m.price_micros > m.amount_micros or m.price_micros < 0 or m.due_micros > m.amount_micros or m.price_micros not in (0, coalesce(m.due_micros, m.amount_micros))) as overpriced
  from recent d join messages m on m.dispatch_id = d.id and m.id between d.first_message_id and d.last_message_id group by m.dispatch_id, m.strand),
-- Where the price depends on volume, what waits in CREATED is reserved at the strand's price of a part.
metered as (
  select c.*, t.company_id, t.route, t.tariff_id, t.part_micros, t.handed_over, coalesce(t.part_micros * c.parts_created, c.created_amount) as created_reserved
  from by_strand c left join strands t on t.dispatch_id = c.dispatch_id and t.strand = c.strand),
counted as (
  select dispatch_id, sum(total) as total, sum(delivered) as delivered, sum(failed) as failed, sum(sent) as sent, sum(unsent) as unsent, sum(parts_sent) as parts_sent, sum(parts_unsent) as parts_unsent, sum(parts) as parts, sum(parts_delivered) as parts_delivered,
    sum(parts_failed) as parts_failed, sum(gone_amount + created_reserved) as amount, sum(sent_amount + created_reserved) as open_amount, sum(price + packages) as price,
    sum(unpriced) as unpriced, sum(overpriced) as overpriced
  from metered group by dispatch_id),
booked as (
  select l.dispatch_id, sum(l.reserved_micros - l.packages_micros) as reserved, sum(l.spent_micros) as spent,
    coalesce(sum(l.messages) filter (where l.kind = 'settle'), 0) as settled, count(*) filter (where l.kind = 'reserve') as reservations
  from ledger l where l.dispatch_id in (select id from recent) group by l.dispatch_id),
months as (select company_id, month, sum(reserved_micros) as reserved, sum(spent_micros) as spent, sum(packages_micros) as packages from ledger group by company_id, month),
scaled as (
  select d.company_id, t.route, d.reserved_month as month, sum(t.handed_over) as handed
  from strands t join dispatches d on d.id = t.dispatch_id join tariffs f on f.id = t.tariff_id where t.part_micros is not null and f.pricing_model = 'SCALED' group by 1, 2, 3),
recipients as (select company_id, brand, month, count(*) as known from mau_recipients where month > $1::timestamptz - interval '70 days' group by 1, 2, 3),
waiting as (
  select m.company_id, m.route, d.reserved_month as month, m.tariff_id, sum(m.created) as created
  from metered m join recent d on d.id = m.dispatch_id join tariffs f on f.id = m.tariff_id where m.part_micros is not null and f.pricing_model = 'MAU' group by 1, 2, 3, 4),
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
union all select 'dispatch estimate', d.id::text, d.estimate_micros::text, c.amount::text from recent d join counted c on c.dispatch_id = d.id where d.estimate_micros <> c.amount
union all select 'dispatch reserved', d.id::text, b.reserved::text, c.open_amount::text from recent d join counted c on c.dispatch_id = d.id left join booked b on b.dispatch_id = d.id
  where b.reserved is distinct from c.open_amount
union all select 'dispatch spent', d.id::text, b.spent::text, c.price::text from recent d join counted c on c.dispatch_id = d.id left join booked b on b.dispatch_id = d.id
  where b.spent is distinct from c.price
union all select 'dispatch settled messages', d.id::text, b.settled::text, (c.delivered + c.failed)::text from recent d join counted c on c.dispatch_id = d.id left join booked b on b.dispatch_id = d.id
  where b.settled is distinct from c.delivered + c.failed
union all select 'dispatch reserved once', d.id::text, b.reservations::text, '1' from recent d left join booked b on b.dispatch_id = d.id where d.kind <> 'SEND' and b.reservations is distinct from 1
union all select 'final message without a price, or open one with', c.dispatch_id::text, c.unpriced::text, '0' from counted c where c.unpriced > 0
union all select 'price above its reservation', c.dispatch_id::text, c.overpriced::text, '0' from counted c where c.overpriced > 0
union all select 'dispatch ended', d.id::text, coalesce(d.ended_at::text, 'open'), 'ended' from recent d where (d.messages_delivered + d.messages_failed = d.messages_total) <> (d.ended_at is not null)
union all select 'strand handed over', m.dispatch_id || ' ' || m.strand, m.handed_over::text, m.numbered || '/' || m.sent from metered m
  where m.part_micros is not null and (m.handed_over <> m.numbered or m.numbered <> m.sent) or m.part_micros is null and m.numbered > 0
union all select 'volume of messages', v.company_id || ' ' || v.brand || ' ' || v.month, v.count::text, coalesce(s.handed, 0)::text
  from volume_counters v left join scaled s on s.company_id = v.company_id and s.route = v.brand and s.month = v.month where v.model = 'SCALED' and v.count <> coalesce(s.handed, 0)
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
union all select 'reservation above the budget of its time', l.id::text, l.committed_micros::text, l.budget_micros::text from ledger l where l.kind = 'reserve' and l.committed_micros > l.budget_micros
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
