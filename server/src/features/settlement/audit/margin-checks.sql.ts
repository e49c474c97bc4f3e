// Sums of the margin report against the messages. Sums of messages without a link are left out: messages that were
// handed over before the report existed have none.

/**
 * SQL: the first of the two days that are checked. Their messages belong to dispatches that end later: all are recent.
 */
const FIRST_DAY = `($1::timestamptz at time zone 'Europe/Moscow')::date - 1`;

/**
 * SQL: common table expressions; they build on `RECOUNTED_MESSAGES`.
 * - margins: messages, revenue and cost of the messages of today and yesterday, as `margin_days` has them.
 */
export const RECOUNTED_MARGINS = `handed_over as (
  select (m.sent_at at time zone 'Europe/Moscow')::date as day,
    m.company_id,
    m.link_id,
    d.channel_type,
    p.currency,
    coalesce(m.cost_currency, p.currency) as cost_currency,
    count(*) as messages,
    sum(coalesce(m.price_micros, 0) + coalesce(m.package_micros, 0)) as revenue,
    count(m.cost_micros) as costed,
    coalesce(sum(m.cost_micros), 0) as cost
  from recent d
  join partners p on p.id = d.partner_id
  join messages m on m.dispatch_id = d.id
    and m.id between d.first_message_id and d.last_message_id
  where m.sent_at >= (${FIRST_DAY})::timestamp at time zone 'Europe/Moscow'
    and m.link_id is not null
  group by 1, 2, 3, 4, 5, 6
),
margins as (
  select day, company_id, link_id, channel_type, currency,
    sum(messages) as messages,
    sum(revenue) as revenue,
    sum(costed) as costed,
    sum(cost) as cost
  from (
    select day, company_id, link_id, channel_type, currency, messages, revenue, 0 as costed, 0 as cost
    from handed_over
    union all
    select day, company_id, link_id, channel_type, cost_currency, 0, 0, costed, cost
    from handed_over
  ) both_kinds
  group by 1, 2, 3, 4, 5
)`;

/** Proves that the sums of a day, company, link, channel and currency equal those of its messages. */
const MARGIN_DAY = `
select 'margin of a day',
  id,
  found,
  expected
from (
  select concat_ws(' ', day, company_id, link_id, channel_type, currency) as id,
    concat_ws(
      '/',
      coalesce(d.messages, 0),
      coalesce(d.revenue_micros, 0),
      coalesce(d.costed, 0),
      coalesce(d.cost_micros, 0)
    ) as found,
    concat_ws(
      '/',
      coalesce(r.messages, 0),
      coalesce(r.revenue, 0),
      coalesce(r.costed, 0),
      coalesce(r.cost, 0)
    ) as expected
  from margins r
  full join (
    select *
    from margin_days
    where day >= ${FIRST_DAY}
      and link_id <> 0
  ) d using (day, company_id, link_id, channel_type, currency)
) days
where found <> expected`;

export const MARGIN_CHECKS = [MARGIN_DAY];
