import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { batchOfMessage } from '../../queue/strands/metered-strands.sql.ts';

const { CREATED, SENT, DELIVERED, FAILED } = MESSAGE_STATUS_CODES;

/** Dispatches that ended earlier were audited before. */
const RECENT = `interval '2 days'`;

/** SQL: joins the messages `m` of the dispatch `d`. */
const MESSAGES_OF_DISPATCH = `
  join messages m on m.dispatch_id = d.id
    and m.id between d.first_message_id and d.last_message_id`;

/**
 * SQL: common table expressions.
 * - recent: started dispatches that are running or have ended recently.
 * - by_strand, metered, counted: messages counted by status, per strand and per dispatch.
 * - created: messages in status CREATED, with the reserve of their batch or strand.
 * - gone: money of sent messages, per dispatch and month of sending.
 */
export const RECOUNTED_MESSAGES = `recent as (
  select *
  from dispatches d
  where d.status <> 'CREATED'
    and (d.ended_at is null or d.ended_at > $1::timestamptz - ${RECENT})
),
by_strand as (
  select m.dispatch_id,
    m.strand,
    count(*) as total,
    count(*) filter (where m.status = ${DELIVERED}) as delivered,
    count(*) filter (where m.status = ${FAILED}) as failed,
    count(*) filter (where m.status > ${CREATED} and m.sent_at is not null) as sent,
    count(*) filter (where m.status = ${FAILED} and m.sent_at is null) as unsent,
    coalesce(sum(m.parts) filter (where m.status > ${CREATED} and m.sent_at is not null), 0) as parts_sent,
    coalesce(sum(m.parts) filter (where m.status = ${FAILED} and m.sent_at is null), 0) as parts_unsent,
    count(*) filter (where m.status = ${CREATED}) as created,
    sum(m.parts) as parts,
    coalesce(sum(m.parts) filter (where m.status = ${DELIVERED}), 0) as parts_delivered,
    coalesce(sum(m.parts) filter (where m.status = ${FAILED}), 0) as parts_failed,
    count(*) filter (where m.volume_before is not null) as numbered,
    count(*) filter (
      where m.status >= ${DELIVERED} and m.price_micros is null
        or m.status < ${DELIVERED} and m.price_micros is not null
    ) as unpriced,
    count(*) filter (
      where m.price_micros > m.amount_micros
        or m.price_micros < 0
        or m.due_micros > m.amount_micros
        or m.price_micros not in (0, coalesce(m.due_micros, m.amount_micros))
    ) as overpriced
  from recent d
  ${MESSAGES_OF_DISPATCH}
  group by m.dispatch_id, m.strand
),
metered as (
  select c.*,
    t.handed_over,
    f.pricing_model <> 'FIXED' and t.part_micros is not null as by_volume
  from by_strand c
  join strands t on t.dispatch_id = c.dispatch_id
    and t.strand = c.strand
  left join tariffs f on f.id = t.tariff_id
),
counted as (
  select dispatch_id,
    sum(total) as total,
    sum(delivered) as delivered,
    sum(failed) as failed,
    sum(sent) as sent,
    sum(unsent) as unsent,
    sum(parts_sent) as parts_sent,
    sum(parts_unsent) as parts_unsent,
    sum(parts) as parts,
    sum(parts_delivered) as parts_delivered,
    sum(parts_failed) as parts_failed,
    sum(unpriced) as unpriced,
    sum(overpriced) as overpriced
  from metered
  group by dispatch_id
),
created as (
  select m.dispatch_id,
    t.company_id,
    t.route as brand,
    t.tariff_id,
    case when b.id is null then t.month else b.month end as month,
    coalesce(
      case when b.id is null then t.part_micros else b.part_micros end * m.parts,
      m.amount_micros
    ) as micros
  from recent d
  ${MESSAGES_OF_DISPATCH}
    and m.status = ${CREATED}
  join strands t on t.dispatch_id = m.dispatch_id
    and t.strand = m.strand
  ${batchOfMessage}
),
gone as (
  select m.dispatch_id,
    date_trunc('month', m.sent_at at time zone 'Europe/Moscow')::date as month,
    coalesce(sum(m.amount_micros) filter (where m.status = ${SENT}), 0) as open,
    sum(coalesce(m.price_micros, 0) + coalesce(m.package_micros, 0)) as spent
  from recent d
  ${MESSAGES_OF_DISPATCH}
    and m.sent_at is not null
  group by 1, 2
)`;
