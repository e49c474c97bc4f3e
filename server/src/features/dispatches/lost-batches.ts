// Batches in flight whose connector is gone, and what of them can be in doubt: only what may have been on the wire. The
// rest was never handed out; it becomes a batch of its own, which goes as soon as a link takes it.
import type { Tx } from '../../platform/database.ts';
import { lifetimeOf } from './batches.ts';
import type { Outcome } from './outcome.ts';

export type LostBatch = {
  id: string;
  attempt: number;
  /** The number of its first message that cannot have been handed out. */
  untouched_from: number | null;
};

/**
 * Batches whose owner's lease is over, or that have been on their way for too long. Both are judged at the instant up to
 * which all outcomes have been read: an outcome that waits to be read is no doubt. A connector hands out the messages of
 * a batch in their order, and stops when `open_max` parts have no stored answer: of one that is gone, all behind those
 * was never handed out. One that is late may go on at any time, and where the broker has lost outcomes nobody knows
 * which answers were stored: there all of the batch is in doubt.
 */
export function lockLostBatches(tx: Tx, deadlineMs: number): Promise<LostBatch[]> {
  return tx.query<LostBatch>(
    `with lost as materialized (
       select b.id, b.attempt, b.dispatch_id, b.strand, b.from_seq, b.to_seq, b.first_message_id, b.last_message_id,
         case when i.lease_until > e.outcomes_read_at or b.in_flight_at < e.outcomes_lost_at then null else b.open_max
         end as open_max
       from batches b
       cross join evidence_marks e
       left join instances i on i.id = b.owner
       where b.state = 1
         and b.in_flight_at < e.outcomes_read_at
         and (
           b.in_flight_at < e.outcomes_read_at - $1 * interval '1 millisecond'
           or i.id is null
           or i.lease_until <= e.outcomes_read_at)
       order by b.id
       for update of b)
     select l.id, l.attempt, (
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
             and m.status = 0) counted
         where place > 1 and parts_so_far > l.open_max) as untouched_from
     from lost l`,
    [deadlineMs],
  );
}

/** They wait for evidence. */
export async function doubtBatches(tx: Tx, batches: readonly LostBatch[], waitMs: number): Promise<void> {
  await tx.query(
    `update batches b
     set state = 2,
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

/** Batches of which more messages are unsent than their end says: the broker has lost what was told of them before. */
export async function findLacking(tx: Tx, ends: readonly Outcome[]): Promise<ReadonlySet<string>> {
  const told = ends.filter(({ rest, left }) => rest !== 'doubt' && left !== undefined);
  if (told.length === 0) return new Set();
  const rows = await tx.planned<{ id: string }>(
    `select b.id
     from batches b
     join unnest($1::uuid[], $2::smallint[], $3::int[]) as u(id, attempt, told_left)
       on u.id = b.id and u.attempt = b.attempt
     where b.state in (1, 2)
       and u.told_left < (
         select count(*)
         from messages m
         where m.dispatch_id = b.dispatch_id
           and m.strand = b.strand
           and m.seq between b.from_seq and b.to_seq
           and m.id between b.first_message_id and b.last_message_id
           and m.status = 0)`,
    [told.map(({ batchId }) => batchId), told.map(({ attempt }) => attempt), told.map(({ left }) => left)],
  );
  return new Set(rows.map(({ id }) => id));
}

export type BatchSplit = { readonly id: string; readonly attempt: number; readonly fromSeq: number };

/**
 * The messages from `fromSeq` on become a batch of their own, which waits for its link. It is as old as the batch it was
 * part of. Ids of first and last message only bound the search, so both parts keep them.
 */
export async function splitBatches(tx: Tx, splits: readonly BatchSplit[]): Promise<void> {
  if (splits.length === 0) return;
  await tx.query(
    `with cut as (
       select b.id, u.from_seq, (
         select count(*)
         from messages m
         where m.dispatch_id = b.dispatch_id
           and m.strand = b.strand
           and m.seq between u.from_seq and b.to_seq
           and m.id between b.first_message_id and b.last_message_id) as count
       from batches b
       join unnest($1::uuid[], $2::smallint[], $3::int[]) as u(id, attempt, from_seq)
         on u.id = b.id and u.attempt = b.attempt
       where b.state in (1, 2)
         and u.from_seq > b.from_seq
         and u.from_seq <= b.to_seq
       for update of b),
     untouched as (
       insert into batches (
         id, company_id, dispatch_id, strand, sender_id, from_seq, to_seq, first_message_id, last_message_id, count,
         link_id, lane, traffic_type, doubts, state, waiting_for, due_at, thinned, hops, doubt_link_id, month, part_micros,
         begun_at)
       select overlay(gen_random_uuid()::text placing left(b.id::text, 15) from 1)::uuid,
         b.company_id, b.dispatch_id, b.strand, b.sender_id, cut.from_seq, b.to_seq, b.first_message_id,
         b.last_message_id, cut.count, b.link_id, b.lane, b.traffic_type, b.doubts, 2, 'link', clock_timestamp(),
         b.thinned, b.hops, b.doubt_link_id, b.month, b.part_micros, b.begun_at
       from cut
       join batches b on b.id = cut.id)
     update batches b
     set to_seq = cut.from_seq - 1, count = b.count - cut.count
     from cut
     where b.id = cut.id`,
    [splits.map(({ id }) => id), splits.map(({ attempt }) => attempt), splits.map(({ fromSeq }) => fromSeq)],
  );
}
