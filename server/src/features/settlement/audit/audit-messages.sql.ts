// Every check returns the columns what, id, found, expected. Parameters: $1 lowest message id, $2 earliest time,
// $3 events per company.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Finding } from './finding.ts';

const { CREATED, FAILED } = MESSAGE_STATUS_CODES;

/** Proves that every claimed message in status CREATED is in a batch that will still be sent. */
const MESSAGE_IN_BATCH = `
select 'message in no batch' as what,
  m.id::text as id,
  'none' as found,
  'claimed or waiting' as expected
from dispatches d
join strands t on t.dispatch_id = d.id
join messages m on m.dispatch_id = d.id
  and m.strand = t.strand
  and m.seq <= t.cursor_seq
  and m.id between d.first_message_id and d.last_message_id
  and m.status = ${CREATED}
where d.status <> 'CREATED'
  and d.ended_at is null
  and t.cursor_seq > 0
  and not exists (
    select
    from (
      select b.from_seq, b.state
      from batches b
      where b.dispatch_id = m.dispatch_id
        and b.strand = m.strand
        and b.to_seq >= m.seq
      order by b.to_seq
      limit 1
    ) b
    where b.from_seq <= m.seq
      and b.state < ${BATCH_STATES.handedOver}
  )`;

/** Proves that every ended message with a next cascade step has that step due or created. */
const NEXT_CASCADE_STEP = `
select 'next step of a cascade',
  m.id::text,
  'none',
  'due or made'
from messages m
join dispatches d on d.id = m.dispatch_id
where m.cascade_root is not null
  and m.cascade is not null
  and m.destination > 0
  and m.id > $1
  and greatest(m.final_at, m.read_at) > $2
  and m.cascade->0->'content' is not null
  and (
    m.status = ${FAILED} and m.error_code is distinct from ${ERROR.stopped}
    or m.read_status = 2 and m.cascade->0->>'condition' = 'not_read'
  )
  and not exists (
    select
    from cascade_due u
    where u.message_id = m.id
  )
  and not exists (
    select
    from messages n
    where n.cascade_root = m.cascade_root
      and n.cascade_step = m.cascade_step + 1
  )
  and not exists (
    select
    from messages r
    join dispatches o on o.id = r.dispatch_id
    where r.id = m.cascade_root
      and o.status = 'STOPPED'
  )`;

/** Proves that every due cascade belongs to an existing message. */
const CASCADE_OF_MESSAGE = `
select 'cascade of no message',
  u.message_id::text,
  'due',
  'none'
from cascade_due u
where not exists (
  select
  from messages m
  where m.id = u.message_id
)`;

/** Proves that the event numbers of a company have no gaps. */
const EVENT_NUMBERS = `
select 'numbers of events',
  s.company_id || ' ' || b.first_number,
  b.first_number::text,
  b.next::text
from event_sequences s,
  lateral (
    select first_number, lag(first_number + count) over (order by first_number) as next
    from event_batches
    where company_id = s.company_id
      and first_number > s.last_number - $3
      and created_at > $2
  ) b
where b.first_number <> b.next`;

/** Proves that the last event number of a company is the number of its last stored event. */
const LAST_EVENT_NUMBER = `
select 'last number of events',
  s.company_id::text,
  s.last_number::text,
  b.last::text
from event_sequences s,
  lateral (
    select max(first_number + count) - 1 as last
    from event_batches
    where company_id = s.company_id
      and first_number > s.last_number - $3
      and created_at > $2
  ) b
where s.last_number <> b.last`;

const CHECKS = [MESSAGE_IN_BATCH, NEXT_CASCADE_STEP, CASCADE_OF_MESSAGE, EVENT_NUMBERS, LAST_EVENT_NUMBER];
const AUDIT_MESSAGES = CHECKS.join('\nunion all\n');

type AuditScope = {
  readonly firstId: string;
  readonly since: Date;
  readonly eventsPerCompany: number;
};

export function selectMessageFindings(tx: Tx, { firstId, since, eventsPerCompany }: AuditScope) {
  return tx.query<Finding>(AUDIT_MESSAGES, [firstId, since, eventsPerCompany]);
}
