// State of a cell for the engineer on duty. The statements read open, due and live rows, never history: partial
// indexes keep them small.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import type { Tx } from '../../../platform/database/database.ts';

const LISTED_MAX = 50;

/** Column heading → value. */
export type StatusRow = Readonly<Record<string, string | number | boolean | Date | null>>;

export function selectRunningDispatches(tx: Tx): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       d.id,
       d.company_id as company,
       d.kind,
       d.status,
       d.messages_total as total,
       d.messages_sent as sent,
       d.messages_delivered as delivered,
       d.messages_failed as failed,
       min(t.next_at) filter (where t.runnable) as "next due",
       min(t.held_since) as "held since"
     from dispatches d
     left join strands t on t.dispatch_id = d.id
     where d.status in ('STARTED', 'STOPPED')
       and d.ended_at is null
     group by d.id
     order by d.id
     limit ${LISTED_MAX}`,
  );
}

export function selectDueStrands(tx: Tx): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       channel_type as channel,
       route as brand,
       lane,
       count(*)::integer as strands,
       sum(last_seq - cursor_seq)::float8 as messages,
       extract(epoch from $1 - min(next_at))::integer as "oldest s"
     from strands
     where runnable
       and next_at <= $1
     group by 1, 2, 3
     order by 1, 2, 3`,
    [tx.now],
  );
}

const STATE_NAME = `case state
         when ${BATCH_STATES.claimed} then 'claimed'
         when ${BATCH_STATES.inFlight} then 'in flight'
         when ${BATCH_STATES.waiting} then 'waiting'
         else 'handed over'
       end`;

export function selectBatchStates(tx: Tx): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       ${STATE_NAME} as state,
       waiting_for as "waiting for",
       count(*)::integer as batches,
       sum(count)::float8 as messages,
       min(due_at) as "next due"
     from batches
     group by state, waiting_for
     order by state, waiting_for`,
  );
}

export function selectDoubts(tx: Tx): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       l.name as link,
       count(*)::integer as batches,
       sum(b.count)::float8 as messages,
       min(b.due_at) as "next due"
     from batches b
     join operator_links l on l.id = b.link_id
     where b.waiting_for = 'doubt'
     group by 1
     order by 1`,
  );
}

export function selectWaitingReceipts(tx: Tx): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       l.name as link,
       count(*)::integer as waiting,
       count(*) filter (where r.tries > 3)::integer as unmatched,
       max(r.tries) as "most tries",
       min(r.received_at) as oldest
     from receipts r
     join operator_links l on l.account_id = r.link_id
     group by 1
     order by 1`,
  );
}

export function selectLinkStates(tx: Tx): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       l.id,
       l.name,
       array_to_string(l.brands, ',') as brands,
       l.enabled,
       l.paused,
       l.bound,
       l.lease_until > clock_timestamp() as owned,
       left(l.owner::text, 8) as owner,
       coalesce(b.batches, 0)::integer as "open batches",
       coalesce(b.messages, 0)::float8 as "open messages"
     from operator_links l
     left join (
       select link_id, count(*) as batches, sum(count) as messages
       from batches
       where state < ${BATCH_STATES.handedOver}
       group by 1) b on b.link_id = l.id
     order by l.name`,
  );
}

export function selectInbox(tx: Tx): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select count(*)::integer as rows, coalesce(sum(count), 0)::float8 as events
     from event_inbox`,
  );
}

export function selectCascades(tx: Tx): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select company_id as company, count(*)::integer as steps, min(since) as oldest, min(due_at) as "next due"
     from cascade_due
     group by 1
     order by 2 desc
     limit ${LISTED_MAX}`,
  );
}

export function selectPartitionDays(tx: Tx): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       i.inhparent::regclass::text as table,
       count(*)::integer as days,
       right(min(c.relname), 8) as first,
       right(max(c.relname), 8) as last,
       pg_size_pretty(sum(pg_total_relation_size(c.oid))) as size,
       count(*) filter (where i.inhdetachpending)::integer as "being dropped"
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
       and c.relkind = 'r'
     join pg_partitioned_table p on p.partrelid = i.inhparent
     group by 1
     order by 1`,
  );
}

export function selectSignedIn(tx: Tx): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       case when staff_id is null then 'partner' else 'staff' end as kind,
       count(*)::integer as sessions,
       max(last_seen_at) as "last seen"
     from sessions
     where expires_at > $1
     group by 1
     order by 1`,
    [tx.now],
  );
}

export function selectDispatch(tx: Tx, id: number): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       id,
       company_id as company,
       kind,
       status,
       messages_total as total,
       messages_sent as sent,
       messages_delivered as delivered,
       messages_failed as failed,
       started_at as started,
       ended_at as ended,
       schedule_start_at as "scheduled for"
     from dispatches
     where id = $1`,
    [id],
  );
}

export function selectDispatchStrands(tx: Tx, id: number): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       strand,
       sender_id as sender,
       route as brand,
       lane,
       timezone,
       cursor_seq as cursor,
       last_seq as last,
       runnable,
       next_at as "next due",
       held_since as "held since",
       give_up_at as "gives up"
     from strands
     where dispatch_id = $1
     order by strand
     limit ${LISTED_MAX}`,
    [id],
  );
}

export function selectDispatchBatches(tx: Tx, id: number): Promise<StatusRow[]> {
  return tx.query<StatusRow>(
    `select
       ${STATE_NAME} as state,
       waiting_for as "waiting for",
       link_id as link,
       count(*)::integer as batches,
       sum(count)::float8 as messages,
       min(due_at) as "next due"
     from batches
     where dispatch_id = $1
     group by state, waiting_for, link_id
     order by state, waiting_for, link_id`,
    [id],
  );
}
