// Batches in flight whose connector is gone. Only messages that may have been on the wire are in doubt; the other
// messages become a batch of their own, which is sent as soon as a link takes it.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { lifetimeOf } from './batches.sql.ts';
import type { Outcome } from './outcome.ts';

export type LostBatch = {
  id: string;
  attempt: number;
  /** Position of its first message that cannot have been handed out. */
  untouched_from: number | null;
};

/**
 * Batches whose owner's lease is over, or that have been in flight for too long, both compared with the time up to
 * which outcomes are read: an unread outcome is no doubt. A connector hands out messages in order and stops at
 * `open_max` parts without a stored answer, so a dead connector never handed out the messages behind those. A connector
 * that is only late may continue at any time, and after a loss of outcomes the stored answers are unknown: then the
 * whole batch is in doubt (`open_max` null).
 */
export function lockLostBatches(tx: Tx, deadlineMs: number): Promise<LostBatch[]> {
  return tx.planned<LostBatch>(
    `with lost as materialized (
       select b.id, b.attempt, b.dispatch_id, b.strand, b.from_seq, b.to_seq, b.first_message_id,
         b.last_message_id,
         case
           when i.lease_until > e.outcomes_read_at or b.in_flight_at < e.outcomes_lost_at then null
           else b.open_max
         end as open_max
       from batches b
       cross join evidence_marks e
       left join instances i on i.id = b.owner
       where b.state = ${BATCH_STATES.inFlight}
         and b.in_flight_at < e.outcomes_read_at
         and (
           b.in_flight_at < e.outcomes_read_at - $1 * interval '1 millisecond'
           or i.id is null
           or i.lease_until <= e.outcomes_read_at
         )
       order by b.id
       for update of b
     )
     select l.id,
       l.attempt,
       (
         select min(seq)
         from (
           select m.seq,
             row_number() over (order by m.seq) as place,
             sum(m.parts) over (order by m.seq) as parts_so_far
           from messages m
           where m.dispatch_id = l.dispatch_id
             and m.strand = l.strand
             and m.seq between l.from_seq and l.to_seq
             and m.id between l.first_message_id and l.last_message_id
             and m.status = ${MESSAGE_STATUS_CODES.CREATED}
         ) counted
         where place > 1
           and parts_so_far > l.open_max
       ) as untouched_from
     from lost l`,
    [deadlineMs],
  );
}

/** Lets the batches wait for evidence: `waitMs`, or no time for authorization and transaction traffic. */
export async function markInDoubt(tx: Tx, batches: readonly LostBatch[], waitMs: number): Promise<void> {
  await tx.query(
    `update batches b
     set state = ${BATCH_STATES.waiting},
       waiting_for = 'doubt',
       doubts = b.doubts + 1,
       owner = null,
       expires_at = $3::timestamptz + ${lifetimeOf},
       due_at = clock_timestamp()
         + case when b.traffic_type in ('AUTHORIZE', 'TRANSACT') then 0 else $2 end * interval '1 millisecond'
     from dispatches d
     where d.id = b.dispatch_id
       and b.id = any($1::uuid[])`,
    [batches.map(({ id }) => id), waitMs, tx.now],
  );
}

const reportedEnds = bulkColumns({ id: 'uuid', attempt: 'smallint', reportedLeft: 'int' });
const FIND_BATCHES_WITH_LOST_OUTCOMES = `
  select b.id
  from batches b
  join ${reportedEnds.as('u')} on u.id = b.id
    and u.attempt = b.attempt
  where b.state in (${BATCH_STATES.inFlight}, ${BATCH_STATES.waiting})
    and u.reported_left < (
      select count(*)
      from messages m
      where m.dispatch_id = b.dispatch_id
        and m.strand = b.strand
        and m.seq between b.from_seq and b.to_seq
        and m.id between b.first_message_id and b.last_message_id
        and m.status = ${MESSAGE_STATUS_CODES.CREATED}
    )`;

/** Batches with more unsent messages than their last outcome reports: the broker has lost earlier pieces. */
export async function findBatchesWithLostOutcomes(tx: Tx, ends: readonly Outcome[]): Promise<ReadonlySet<string>> {
  const reported = ends.flatMap(({ batchId, attempt, rest, left }) =>
    rest === 'doubt' || left === undefined ? [] : [{ id: batchId, attempt, reportedLeft: left }],
  );
  if (reported.length === 0) return new Set();
  const rows = await tx.planned<{ id: string }>(FIND_BATCHES_WITH_LOST_OUTCOMES, reportedEnds.values(reported));
  return new Set(rows.map(({ id }) => id));
}

export type BatchSplit = { readonly id: string; readonly attempt: number; readonly fromSeq: number };

const splitColumns = bulkColumns({ id: 'uuid', attempt: 'smallint', fromSeq: 'int' });
const SPLIT_BATCHES = `
  with cut as (
    select b.id,
      u.from_seq,
      (
        select count(*)
        from messages m
        where m.dispatch_id = b.dispatch_id
          and m.strand = b.strand
          and m.seq between u.from_seq and b.to_seq
          and m.id between b.first_message_id and b.last_message_id
      ) as count
    from batches b
    join ${splitColumns.as('u')} on u.id = b.id
      and u.attempt = b.attempt
    where b.state in (${BATCH_STATES.inFlight}, ${BATCH_STATES.waiting})
      and u.from_seq > b.from_seq
      and u.from_seq <= b.to_seq
    for update of b
  ),
  untouched as (
    insert into batches (
      id, company_id, dispatch_id, strand, sender_id, from_seq, to_seq, first_message_id, last_message_id,
      count, link_id, lane, traffic_type, doubts, state, waiting_for, due_at, thinned, hops, tried_links,
      doubt_link_id, month, part_micros, begun_at
    )
    select overlay(gen_random_uuid()::text placing left(b.id::text, 15) from 1)::uuid,
      b.company_id, b.dispatch_id, b.strand, b.sender_id, cut.from_seq, b.to_seq, b.first_message_id,
      b.last_message_id, cut.count, b.link_id, b.lane, b.traffic_type, b.doubts, ${BATCH_STATES.waiting},
      'link', clock_timestamp(), b.thinned, b.hops, b.tried_links, b.doubt_link_id, b.month,
      b.part_micros, b.begun_at
    from cut
    join batches b on b.id = cut.id
  )
  update batches b
  set to_seq = cut.from_seq - 1,
    count = b.count - cut.count
  from cut
  where b.id = cut.id`;

/**
 * Moves the messages from `fromSeq` on to a new batch that waits for its link. Its id repeats the time of the original
 * id. First and last message id only bound the search, so both batches keep them.
 */
export async function splitBatches(tx: Tx, splits: readonly BatchSplit[]): Promise<void> {
  if (splits.length === 0) return;
  await tx.query(SPLIT_BATCHES, splitColumns.values(splits));
}
