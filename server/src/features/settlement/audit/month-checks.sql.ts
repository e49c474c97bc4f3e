// Months of companies against the ledger.

/** Proves that the ledger of a month holds the sum of its package reserves. */
const MONTH_PACKAGES = `
select 'month packages',
  coalesce(l.company_id, r.company_id) || ' ' || coalesce(l.month, r.month),
  coalesce(l.packages, 0)::text,
  coalesce(r.reserved, 0)::text
from months l
full join (
  select company_id, month, sum(reserved_micros) as reserved
  from package_reserves
  group by 1, 2
) r on r.company_id = l.company_id
  and r.month = l.month
where coalesce(l.packages, 0) <> coalesce(r.reserved, 0)`;

/** Proves that the reserved and spent amounts of a month equal the sums of the ledger. */
const MONTH_MONEY = `
select 'month reserved and spent',
  m.company_id || ' ' || m.month,
  m.reserved_micros || '/' || m.spent_micros,
  coalesce(l.reserved, 0) || '/' || coalesce(l.spent, 0)
from company_months m
left join months l on l.company_id = m.company_id
  and l.month = m.month
where m.reserved_micros <> coalesce(l.reserved, 0)
  or m.spent_micros <> coalesce(l.spent, 0)`;

/** Proves that the late amount of a month equals its ledger entries for closed months. */
const MONTH_LATE = `
select 'month late',
  m.company_id || ' ' || m.month,
  m.late_micros::text,
  coalesce(l.late, 0)::text
from company_months m
left join months l on l.company_id = m.company_id
  and l.month = m.month
where m.late_micros <> coalesce(l.late, 0)`;

/** Proves that a closed month has no reserve left. */
const CLOSED_MONTH_RESERVE = `
select 'reserve of a closed month',
  company_id || ' ' || month,
  reserved_micros::text,
  '0'
from company_months
where closed_at is not null
  and reserved_micros <> 0`;

/** Proves that no reservation exceeded the budget in force when it was made. */
const RESERVE_WITHIN_BUDGET = `
select 'reservation above the budget of its time',
  l.id::text,
  l.committed_micros::text,
  l.budget_micros::text
from ledger l
where l.kind in ('reserve', 'turn')
  and l.committed_micros > l.budget_micros`;

export const MONTH_CHECKS = [MONTH_PACKAGES, MONTH_MONEY, MONTH_LATE, CLOSED_MONTH_RESERVE, RESERVE_WITHIN_BUDGET];
