// Sums of moved messages. The statement of a move names its result `moved` and returns SUMMED_COLUMNS in it; SUMS turns
// it into rows of the type MovedRow (move-messages.sql.ts).
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';

const { DELIVERED, FAILED } = MESSAGE_STATUS_CODES;

/** SQL: the columns of message `m` that `SUMS` reads. */
export const SUMMED_COLUMNS = `m.parts, m.created_at, m.amount_micros, m.price_micros, m.destination,
         m.sent_at, m.final_at, m.error_code, m.due_micros, m.package_micros, m.external_message_id, m.cascade_root, m.cascade_step,
         m.verification_id, m.link_id, m.cost_micros, m.cost_currency, m.cascade is not null as cascading,
         m.cascade->0->>'condition' = 'not_read' as awaits_reading`;

const SENT_MS = "coalesce((date_part('epoch', moved.sent_at) * 1000)::bigint, 0)";
const FINAL_MS = "coalesce((date_part('epoch', moved.final_at) * 1000)::bigint, 0)";

const EVENTS = `string_agg(
    case when d.kind = 'PARTNER'
      then moved.id || ' ' || moved.destination
        || ' ' || ${SENT_MS}
        || ' ' || ${FINAL_MS}
        || ' ' || coalesce(moved.error_code, 0)
      else json_build_array(
        moved.id, moved.external_message_id, moved.cascade_root, moved.cascade_step,
        ${SENT_MS},
        ${FINAL_MS},
        coalesce(moved.error_code, 0), moved.parts,
        coalesce(moved.due_micros, moved.amount_micros)::text, coalesce(moved.price_micros, 0)::text,
        moved.verification_id)::text
    end,
    E'\\n' order by moved.id) filter (where d.kind <> 'PARTNER' or d.callback_endpoint_id is not null)`;

/** SQL: a further step may still follow. */
const IS_FOLLOWED = `moved.cascading
    and (moved.status = ${FAILED} and moved.error_code is distinct from ${ERROR.stopped}
      or moved.status = ${DELIVERED} and moved.awaits_reading)`;

/** SQL: sums of `moved` per dispatch, status, month, link, day and currency of the cost. */
export const SUMS = `select
    moved.dispatch_id,
    moved.status,
    moved.was_sent,
    moved.sent_at is null as never_sent,
    moved.month::text as month,
    count(*)::int as messages,
    sum(moved.parts)::int as parts,
    sum(moved.amount_micros)::bigint as amount_micros,
    sum(coalesce(moved.price_micros, 0))::bigint as price_micros,
    ${EVENTS} as events,
    array_agg(moved.id) filter (where moved.cascading) as cascading,
    count(*) filter (where ${IS_FOLLOWED})::int as followed,
    date_part('epoch', max(coalesce(moved.sent_at, moved.final_at) - moved.created_at)) * 1000
      as longest_wait_ms,
    array_agg(moved.id || ' ' || moved.amount_micros || ' ' || coalesce(moved.price_micros, 0))
      filter (where moved.final_at > moved.sent_at + interval '2 days') as late,
    moved.link_id,
    (moved.sent_at at time zone 'Europe/Moscow')::date::text as sent_day,
    moved.cost_currency,
    sum(coalesce(moved.cost_micros, 0))::bigint as cost_micros,
    count(moved.cost_micros)::int as costed,
    sum(coalesce(moved.package_micros, 0))::bigint as package_micros,
    array_agg(date_part('epoch', moved.final_at - moved.sent_at))
      filter (where moved.final_at is not null and moved.sent_at is not null) as receipt_seconds
  from moved
  join dispatches d on d.id = moved.dispatch_id
  group by moved.dispatch_id, moved.status, moved.was_sent, never_sent, moved.month, moved.link_id, sent_day,
    moved.cost_currency
  order by moved.dispatch_id, moved.status`;
