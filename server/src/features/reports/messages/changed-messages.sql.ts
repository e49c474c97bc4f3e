// Messages by the transaction that changed them last. Every row version holds its transaction (`xmin`). Transactions
// below the oldest running one are decided, so a sweep up to there cannot miss a later commit. Times cannot replace
// them: a status is written after the time that it contains.
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { MessageRow } from '../../messages/message-item.ts';
import { MESSAGE_COLUMNS } from '../../messages/messages.sql.ts';
import type { Chosen } from './partner-messages.ts';

/** `settled`: oldest transaction that may still run. `next`: first transaction number not assigned yet. */
export type TransactionMarks = { settled: bigint; next: bigint };

export async function readMarks(tx: Tx): Promise<TransactionMarks> {
  const rows = await tx.query<TransactionMarks>(
    `select pg_snapshot_xmin(s)::text::bigint as settled, pg_snapshot_xmax(s)::text::bigint as next
     from pg_current_snapshot() s`,
  );
  const marks = rows[0];
  if (marks === undefined) throw new Error('pg_current_snapshot() returned no row');
  return marks;
}

/** SQL: the full transaction number; `xmin` holds its lower 32 bits. */
const changedBy = (row: string, next: string) =>
  `(${next}::bigint - ((${next}::bigint - ${row}.xmin::text::bigint) & 4294967295))`;

/** Positions of a dispatch, or of a bucket of its steps, that a sweep reads. */
export type PositionRange = {
  id: number;
  after: number;
  upTo: number;
  first_message_id: string;
  last_message_id: string;
};

export type ChangeRange = {
  readonly from: bigint;
  readonly to: bigint;
  readonly next: bigint;
  /** First sweep only: excludes messages whose times are all earlier. */
  readonly since: Date | null;
};

type Place = { readonly dispatchId: number; readonly seq: number };

/** The row of a dispatch changes with each of its messages, so an unchanged row has no changed messages. */
export function selectPositionRanges(tx: Tx, chosen: Chosen, range: ChangeRange, { dispatchId, seq }: Place) {
  return (limits: { readonly dispatches: number; readonly positions: number }) =>
    tx.query<PositionRange & { before: number }>(
      `with wide as (
         select
           d.id,
           case when d.id = $3 then $4::int else 0 end as after,
           d.last_seq,
           d.first_message_id,
           d.last_message_id
         from dispatches d
         where ($1::int is null or d.company_id = $1)
           and ($2::int[] is null or d.id = any($2))
           and (d.kind <> 'SEND' or d.steps_of is not null)
           and d.id >= $3
           and d.first_message_id is not null
           and ${changedBy('d', '$6')} >= $5
           and ($7::timestamptz is null or d.ended_at is null or d.ended_at >= $7)
         order by d.id
         limit $8)
       select
         id,
         after,
         least(last_seq, after + $9::int) as "upTo",
         first_message_id,
         last_message_id,
         (sum(last_seq - after) over (order by id) - (last_seq - after))::float8 as before
       from wide
       order by id`,
      [
        chosen.companyId,
        chosen.dispatchIds,
        dispatchId,
        seq,
        range.from,
        range.next,
        range.since,
        limits.dispatches,
        limits.positions,
      ],
    );
}

export type ChangedRow = MessageRow & { source_dispatch_id: number; seq: number };

const readRanges = bulkColumns(
  { id: 'int', after: 'int', upTo: 'int', first_message_id: 'uuid', last_message_id: 'uuid' },
  6,
);

/** Ordered by dispatch, then by position. */
export function selectChanged(tx: Tx, positionRanges: readonly PositionRange[], range: ChangeRange, limit: number) {
  return tx.query<ChangedRow>(
    `select ${MESSAGE_COLUMNS}, m.dispatch_id as source_dispatch_id, m.seq
     from ${readRanges.as('w')}
     join dispatches d on d.id = w.id
     cross join lateral (
       select m.*
       from messages m
       where m.dispatch_id = w.id
         and m.seq > w.after
         and m.seq <= w.up_to
         and m.id between w.first_message_id and w.last_message_id
         and ${changedBy('m', '$3')} >= $1
         and ${changedBy('m', '$3')} < $2
         and ($4::timestamptz is null or greatest(m.created_at, m.sent_at, m.final_at) >= $4)
       order by m.seq
       limit $5) m
     order by w.id, m.seq
     limit $5`,
    [range.from, range.to, range.next, range.since, limit, ...readRanges.values(positionRanges)],
  );
}
