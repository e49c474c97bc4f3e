// Sets the read status of delivered messages. It is set once and never changes.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type MessageRange, RANGE_TYPES } from './move-ranges.sql.ts';

const { DELIVERED } = MESSAGE_STATUS_CODES;
/** Stored values of `read_status`. */
const [READ, NOT_READ] = [1, 2];

/** A message of the messaging API whose read status has just been set, with the target of its events. */
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
  verification_id: string | null;
  /** A step may follow it. */
  cascading: boolean;
  /** A cascade dispatch has waited for this. */
  awaited: boolean;
  read_at: Date;
};

const RETURNED = `m.id, m.company_id, m.dispatch_id, m.external_message_id, m.cascade_root, m.cascade_step,
         m.verification_id, m.cascade is not null as cascading, m.read_at,
         coalesce(m.cascade->0->>'condition' = 'not_read', false) as awaits_reading`;
/** The partner API shows no read status and has no such event. */
const MARKS = `select
       marked.*,
       marked.awaits_reading and (d.cascade is not null or d.steps_of is not null) as awaited,
       d.channel_type,
       d.callback_endpoint_id as endpoint_id,
       d.callback_events as wanted
     from marked
     join dispatches d on d.id = marked.dispatch_id
     where d.kind <> 'PARTNER'
     order by marked.id`;

const readColumns = bulkColumns({ id: 'uuid', readAt: 'timestamptz' }, 3);
const MARK_READ = `with marked as (
       update messages m
       set read_status = ${READ},
         read_at = u.read_at
       from ${readColumns.as('u')}
       where m.id = u.id
         and m.id = any($3::uuid[])
         and m.id between $1 and $2
         and m.status = ${DELIVERED}
         and m.read_status is null
       returning ${RETURNED})
     ${MARKS}`;

export function markRead(tx: Tx, reads: ReadonlyMap<string, Date>) {
  const rows = [...reads].map(([id, readAt]) => ({ id, readAt }));
  const sorted = [...reads.keys()].toSorted();
  return tx.query<ReadMark>(MARK_READ, [sorted[0], sorted.at(-1), ...readColumns.values(rows)]);
}

const rangeColumns = bulkColumns(RANGE_TYPES, 3);
const MARK_UNREAD = `with u as materialized (
       select u.*
       from ${rangeColumns.as('u')}
       join dispatches d on d.id = u.dispatch_id
       where d.channel_type = any($1::text[])),
     marked as (
       update messages m
       set read_status = ${NOT_READ},
         read_at = $2
       from u
       where m.dispatch_id = u.dispatch_id
         and m.strand = u.strand
         and m.seq between u.from_seq and u.to_seq
         and m.id between u.first_id and u.last_id
         and m.status = ${DELIVERED}
         and m.read_status is null
       returning ${RETURNED})
     ${MARKS}`;

/** Marks messages of these ranges that were delivered over one of the channels and not read. */
export function markUnread(tx: Tx, ranges: readonly MessageRange[], channels: readonly string[]) {
  return tx.query<ReadMark>(MARK_UNREAD, [channels, tx.now, ...rangeColumns.values(ranges)]);
}
