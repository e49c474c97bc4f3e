// Whether a delivered message was read: said once, and never taken back.
import type { Tx } from '../../platform/database.ts';
import type { MessageRange } from './move-ranges.ts';

/** A message of the messaging API whose read status has just been set, with where its events go. */
export type ReadMark = {
  id: string;
  company_id: number;
  dispatch_id: number;
  channel_type: string;
  endpoint_id: number | null;
  wanted: string[];
  external_message_id: string | null;
  cascade_root: string | null;
  cascade_step: number | null;
  /** A step may follow it. */
  cascading: boolean;
  /** A cascade dispatch has waited for this. */
  awaited: boolean;
  read_at: Date;
};

const RETURNED =
  'm.id, m.company_id, m.dispatch_id, m.external_message_id, m.cascade_root, m.cascade_step, m.cascade is not null as cascading, m.read_at,' +
  "coalesce(m.cascade->0->>'condition' = 'not_read', false) as awaits_reading";
/** The partner API shows no read status and has no such event. */
const MARKS = `select marked.*, marked.awaits_reading and (d.cascade is not null or d.steps_of is not null) as awaited, d.channel_type, d.callback_endpoint_id as endpoint_id, d.callback_events as wanted
  from marked join dispatches d on d.id = marked.dispatch_id where d.kind <> 'PARTNER' order by marked.id`;

export function markRead(tx: Tx, reads: ReadonlyMap<string, Date>) {
  const ids = [...reads.keys()];
  const sorted = ids.toSorted();
  return tx.query<ReadMark>(
    `with marked as (
       update messages m set read_status = 1, read_at = u.at from unnest($1::uuid[], $2::timestamptz[]) as u(id, at)
       where m.id = u.id and m.id = any($1::uuid[]) and m.id between $3 and $4 and m.status = 2 and m.read_status is null returning ${RETURNED})
     ${MARKS}`,
    [ids, [...reads.values()], sorted[0], sorted.at(-1)],
  );
}

/** Whatever of these ranges was delivered over one of the channels and not read. */
export function markUnread(tx: Tx, ranges: readonly MessageRange[], channels: readonly string[]) {
  return tx.query<ReadMark>(
    `with u as materialized (
       select u.* from unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::uuid[], $6::uuid[])
         as u(dispatch_id, strand, from_seq, to_seq, first_id, last_id)
       join dispatches d on d.id = u.dispatch_id where d.channel_type = any($7::text[])),
     marked as (
       update messages m set read_status = 2, read_at = $8 from u
       where m.dispatch_id = u.dispatch_id and m.strand = u.strand and m.seq between u.from_seq and u.to_seq
         and m.id between u.first_id and u.last_id and m.status = 2 and m.read_status is null returning ${RETURNED})
     ${MARKS}`,
    [
      ranges.map((range) => range.dispatchId),
      ranges.map((range) => range.strand),
      ranges.map((range) => range.fromSeq),
      ranges.map((range) => range.toSeq),
      ranges.map((range) => range.firstId),
      ranges.map((range) => range.lastId),
      channels,
      tx.now,
    ],
  );
}
