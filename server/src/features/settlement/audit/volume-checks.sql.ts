// Volume counters and package reserves against strands, recipients and messages.

/** Proves that every message handed over by a metered strand has its number in the volume, and no other message. */
const STRAND_HANDED_OVER = `
select 'strand handed over',
  m.dispatch_id || ' ' || m.strand,
  m.handed_over::text,
  m.numbered || '/' || m.sent
from metered m
where m.by_volume and (m.handed_over <> m.numbered or m.numbered <> m.sent)
  or not m.by_volume and m.numbered > 0`;

/** Proves that the message counters of a brand equal the messages handed over by its strands. */
const VOLUME_OF_MESSAGES = `
select 'volume of messages',
  v.company_id || ' ' || v.brand,
  v.count::text,
  coalesce(s.handed, 0)::text
from (
  select company_id, brand, sum(count) as count
  from volume_counters
  where model = 'SCALED'
  group by 1, 2
) v
left join scaled s on s.company_id = v.company_id
  and s.brand = v.brand
where v.count <> coalesce(s.handed, 0)`;

/** Proves that the recipient counter of a brand and month equals its distinct MAU recipients. */
const VOLUME_OF_RECIPIENTS = `
select 'volume of recipients',
  v.company_id || ' ' || v.brand || ' ' || v.month,
  v.count::text,
  coalesce(r.known, 0)::text
from volume_counters v
left join recipients r on r.company_id = v.company_id
  and r.brand = v.brand
  and r.month = v.month
where v.model = 'MAU'
  and v.month > $1::timestamptz - interval '70 days'
  and v.count <> coalesce(r.known, 0)`;

/** Proves that a package reserve counts exactly the CREATED messages of its brand, month and tariff. */
const MESSAGES_AHEAD = `
select 'messages ahead of a package',
  r.company_id || ' ' || r.brand || ' ' || r.month || ' ' || r.tariff_id,
  r.waiting::text,
  coalesce(w.created, 0)::text
from package_reserves r
left join waiting w on w.company_id = r.company_id
  and w.brand = r.brand
  and w.month = r.month
  and w.tariff_id = r.tariff_id
where r.waiting <> coalesce(w.created, 0)`;

/** Proves that a package reserve covers exactly the packages that its waiting messages can open. */
const PACKAGE_RESERVE = `
select 'reserve for packages',
  n.company_id || ' ' || n.brand || ' ' || n.month || ' ' || n.tariff_id,
  n.reserved_micros::text,
  n.needed::text
from needed n
where n.reserved_micros <> n.needed`;

export const VOLUME_CHECKS = [
  STRAND_HANDED_OVER,
  VOLUME_OF_MESSAGES,
  VOLUME_OF_RECIPIENTS,
  MESSAGES_AHEAD,
  PACKAGE_RESERVE,
];
