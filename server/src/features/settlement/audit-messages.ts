// The part of the audit that looks for what is lost: messages that nobody will send, steps of cascades that nobody
// will make, events that nobody can read. Each is found by what must be there instead.
import type { Tx } from '../../platform/database.ts';
import { uuidFloor } from '../../platform/uuid-v7.ts';
import type { Finding } from './finding.ts';

const DAY_MS = 86_400_000;
const RECENT_DAYS = 2;
/** A message ends within so many days of its making, as a rule; older partitions are not looked at. */
const MADE_DAYS = 10;
/** Events of each company that are looked through, counted from the last. */
const EVENTS = 20_000;

const LOST = `
select 'message in no batch' as what, m.id::text as id, 'none' as found, 'claimed or waiting' as expected
  from dispatches d join strands t on t.dispatch_id = d.id
  join messages m on m.dispatch_id = d.id and m.strand = t.strand and m.seq <= t.cursor_seq and m.id between d.first_message_id and d.last_message_id and m.status = 0
  where d.status <> 'CREATED' and d.ended_at is null and t.cursor_seq > 0 and not exists (select from (
    select b.from_seq, b.state from batches b where b.dispatch_id = m.dispatch_id and b.strand = m.strand and b.to_seq >= m.seq order by b.to_seq limit 1) b
  where b.from_seq <= m.seq and b.state < 3)
union all select 'next step of a cascade', m.id::text, 'none', 'due or made'
  from messages m join dispatches d on d.id = m.dispatch_id
  where m.cascade_root is not null and m.cascade is not null and m.destination > 0 and m.id > $1 and greatest(m.final_at, m.read_at) > $2
    and m.cascade->0->'content' is not null and (m.status = 3 and m.error_code is distinct from 7002 or m.read_status = 2 and m.cascade->0->>'condition' = 'not_read')
    and not exists (select from cascade_due u where u.message_id = m.id)
    and not exists (select from messages n where n.cascade_root = m.cascade_root and n.cascade_step = m.cascade_step + 1)
    and not exists (select from messages r join dispatches o on o.id = r.dispatch_id where r.id = m.cascade_root and o.status = 'STOPPED')
union all select 'cascade of no message', u.message_id::text, 'due', 'none' from cascade_due u where not exists (select from messages m where m.id = u.message_id)
union all select 'numbers of events', s.company_id || ' ' || b.first_number, b.first_number::text, b.next::text
  from event_sequences s, lateral (
    select first_number, lag(first_number + count) over (order by first_number) as next from event_batches
    where company_id = s.company_id and first_number > s.last_number - $3 and created_at > $2) b
  where b.first_number <> b.next
union all select 'last number of events', s.company_id::text, s.last_number::text, b.last::text
  from event_sequences s, lateral (
    select max(first_number + count) - 1 as last from event_batches where company_id = s.company_id and first_number > s.last_number - $3 and created_at > $2) b
  where s.last_number <> b.last`;

export function auditMessages(tx: Tx): Promise<Finding[]> {
  const daysAgo = (days: number) => tx.now.getTime() - days * DAY_MS;
  return tx.query<Finding>(LOST, [uuidFloor(daysAgo(MADE_DAYS)), new Date(daysAgo(RECENT_DAYS)), EVENTS]);
}
