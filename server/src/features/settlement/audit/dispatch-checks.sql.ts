// Counters and states of dispatches against their messages.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';

const { DELIVERED } = MESSAGE_STATUS_CODES;

/** Proves that the message counters of a dispatch equal the statuses of its messages. */
const DISPATCH_MESSAGES = `
select 'dispatch messages' as what,
  d.id::text as id,
  d.messages_total || '/' || d.messages_sent || '/' || d.messages_delivered || '/' || d.messages_failed
    as found,
  c.total || '/' || c.sent || '/' || c.delivered || '/' || c.failed as expected
from recent d
join counted c on c.dispatch_id = d.id
where (d.messages_total, d.messages_sent, d.messages_delivered, d.messages_failed)
  is distinct from (c.total, c.sent, c.delivered, c.failed)`;

/** Proves that the counters of unsent messages and of sent and unsent parts equal the messages. */
const DISPATCH_UNSENT = `
select 'dispatch unsent',
  d.id::text,
  d.messages_unsent || '/' || d.parts_sent || '/' || d.parts_unsent,
  c.unsent || '/' || c.parts_sent || '/' || c.parts_unsent
from recent d
join counted c on c.dispatch_id = d.id
where (d.messages_unsent, d.parts_sent, d.parts_unsent)
  is distinct from (c.unsent, c.parts_sent, c.parts_unsent)`;

/** Proves that the counters of all, delivered and failed parts equal the messages. */
const DISPATCH_PARTS = `
select 'dispatch parts',
  d.id::text,
  d.parts_total || '/' || d.parts_delivered || '/' || d.parts_failed,
  c.parts || '/' || c.parts_delivered || '/' || c.parts_failed
from recent d
join counted c on c.dispatch_id = d.id
where (d.parts_total, d.parts_delivered, d.parts_failed)
  is distinct from (c.parts, c.parts_delivered, c.parts_failed)`;

/** Proves that a dispatch has ended exactly when all its messages are final and no cascade step can follow. */
const DISPATCH_ENDED = `
select 'dispatch ended',
  d.id::text,
  coalesce(d.ended_at::text, 'open'),
  'ended'
from recent d
where (
  d.messages_delivered + d.messages_failed = d.messages_total
  and (
    d.cascade is null
    or (d.status <> 'STARTED' or coalesce(d.steps_waiting, 0) <= 0)
      and not exists (
        select
        from dispatches l
        where l.steps_of = d.id
          and l.ended_at is null
      )
  )
) <> (d.ended_at is not null)`;

/** Proves that `steps_waiting` of a cascade counts the unread messages awaited by a step and the due cascades. */
const STEPS_WAITING = `
select 'messages that a step may follow',
  s.id::text,
  s.steps_waiting::text,
  s.expected::text
from (
  select d.id,
    d.steps_waiting,
    (
      select count(*)
      from dispatches f
      join messages m on m.dispatch_id = f.id
        and m.id between f.first_message_id and f.last_message_id
      where (f.id = d.id or f.steps_of = d.id)
        and m.status = ${DELIVERED}
        and m.read_status is null
        and m.cascade->0->>'condition' = 'not_read'
    ) + (
      select count(*)
      from cascade_due u
      join messages m on m.id = u.message_id
      join dispatches f on f.id = m.dispatch_id
      where f.id = d.id
        or f.steps_of = d.id
    ) as expected
  from recent d
  where d.cascade is not null
    and d.steps_waiting is not null
) s
where s.steps_waiting <> s.expected`;

/** DISPATCH_MESSAGES must be the first check of the audit: it names the columns. */
export const DISPATCH_COUNT_CHECKS = [DISPATCH_MESSAGES, DISPATCH_UNSENT, DISPATCH_PARTS];
export const DISPATCH_END_CHECKS = [DISPATCH_ENDED, STEPS_WAITING];
