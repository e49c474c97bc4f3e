/**
 * SQL: common table expressions; they build on `RECOUNTED_MESSAGES`.
 * - money, of_dispatch: reserved and spent money per dispatch, with and without the month, from the messages.
 * - booked, booked_months, months: sums of the ledger per dispatch, per dispatch and month, per company and month.
 * - scaled, recipients, waiting: volumes per brand from strands, MAU recipients and CREATED messages.
 * - reserves, needed: package reserves, and the amount that the counters require.
 */
export const RECOUNTED_MONEY = `money as (
  select dispatch_id,
    month,
    sum(open) as open,
    sum(spent) as spent
  from (
    select dispatch_id, month, open, spent
    from gone
    union all
    select dispatch_id, month, micros, 0
    from created
    where month is not null
  ) both_kinds
  group by 1, 2
),
of_dispatch as (
  select dispatch_id,
    sum(open) as open,
    sum(spent) as spent
  from money
  group by 1
),
booked as (
  select l.dispatch_id,
    coalesce(sum(l.messages) filter (where l.kind = 'settle'), 0) as settled,
    coalesce(sum(l.messages) filter (where l.kind = 'reserve'), 0) as reserved_for
  from ledger l
  where l.dispatch_id in (select id from recent)
  group by l.dispatch_id
),
booked_months as (
  select l.dispatch_id,
    coalesce(l.late_of, l.month) as month,
    sum(l.reserved_micros - l.packages_micros) as open,
    sum(l.spent_micros) as spent
  from ledger l
  where l.dispatch_id in (select id from recent)
  group by 1, 2
),
months as (
  select company_id,
    month,
    coalesce(sum(reserved_micros) filter (where late_of is null), 0) as reserved,
    coalesce(sum(spent_micros) filter (where late_of is null), 0) as spent,
    coalesce(sum(spent_micros) filter (where late_of is not null), 0) as late,
    sum(packages_micros) as packages
  from ledger
  group by company_id, month
),
scaled as (
  select t.company_id,
    t.route as brand,
    sum(t.handed_over) as handed
  from strands t
  join tariffs f on f.id = t.tariff_id
  where t.part_micros is not null
    and f.pricing_model = 'SCALED'
  group by 1, 2
),
recipients as (
  select company_id,
    brand,
    month,
    count(*) as known
  from mau_recipients
  where month > $1::timestamptz - interval '70 days'
  group by 1, 2, 3
),
waiting as (
  select c.company_id,
    c.brand,
    c.month,
    c.tariff_id,
    count(*) as created
  from created c
  join tariffs f on f.id = c.tariff_id
  where c.month is not null
    and f.pricing_model = 'MAU'
  group by 1, 2, 3, 4
),
reserves as (
  select r.*,
    v.count,
    sum(r.waiting) over (partition by r.company_id, r.brand, r.month) as ahead
  from package_reserves r
  join volume_counters v on v.company_id = r.company_id
    and v.brand = r.brand
    and v.month = r.month
    and v.model = 'MAU'
),
needed as (
  select r.company_id,
    r.brand,
    r.month,
    r.tariff_id,
    r.reserved_micros,
    coalesce(
      sum(p.price_mau_batch_micros) filter (
        where r.waiting > 0
          and greatest(p.count_from, 1) > r.count
          and greatest(p.count_from, 1) <= r.count + r.ahead
      ),
      0
    ) as needed
  from reserves r
  join tariff_prices p on p.tariff_id = r.tariff_id
  group by 1, 2, 3, 4, 5
)`;
