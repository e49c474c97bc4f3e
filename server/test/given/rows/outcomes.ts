// Outcomes of messages that no connector made, for tests of lists.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { type Place, statement } from './statement.ts';

const { CREATED, SENT, DELIVERED, FAILED } = MESSAGE_STATUS_CODES;

/**
 * Every third message waits. The others are sent or end at different times after their creation, and every sixth fails
 * without being sent.
 */
export async function spreadOutcomes(place: Place): Promise<void> {
  await statement(
    place,
    `update messages m
     set status = case k.n % 6
         when 1 then ${SENT}
         when 2 then ${DELIVERED}
         when 4 then ${FAILED}
         when 5 then ${FAILED}
         else ${CREATED}
       end,
       sent_at = case
         when k.n % 6 in (1, 2, 4) then m.created_at + k.n % 5 * interval '40 minutes' + interval '2.5 seconds'
       end,
       final_at = case
         when k.n % 6 in (2, 4, 5) then m.created_at + k.n % 5 * interval '40 minutes' + interval '9.25 seconds'
       end,
       error_code = case k.n % 6 when 4 then ${ERROR.subscriberAbsent} when 5 then ${ERROR.destinationRestricted} end
     from (select id, row_number() over (order by id) as n from messages) k
     where k.id = m.id`,
  );
}

/** Counts the outcomes of all messages in their dispatches, as the engine would have. */
export async function countOutcomes(place: Place): Promise<void> {
  await statement(
    place,
    `update dispatches d
     set messages_sent = c.sent, messages_delivered = c.delivered, messages_failed = c.failed,
       messages_unsent = c.unsent, longest_wait_ms = c.wait,
       ended_at = case when c.delivered + c.failed = d.messages_total then c.last end
     from (
       select dispatch_id,
         count(*) filter (where sent_at is not null) as sent,
         count(*) filter (where status = ${DELIVERED}) as delivered,
         count(*) filter (where status = ${FAILED}) as failed,
         count(*) filter (where status = ${FAILED} and sent_at is null) as unsent,
         coalesce(max(extract(epoch from coalesce(sent_at, final_at) - created_at) * 1000), 0) as wait,
         max(final_at) as last
       from messages
       group by dispatch_id) c
     where c.dispatch_id = d.id`,
  );
}
