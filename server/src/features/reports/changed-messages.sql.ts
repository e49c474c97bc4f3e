// Messages by the transaction that changed them last. Every version of a row names its transaction (`xmin`), and
// everything below the oldest transaction that still runs is decided: what is read up to there is never changed behind
// the reader's back. Times would not do, because a status is written after the time it tells.
import type { Tx } from '../../platform/database.ts';
import { MESSAGE_COLUMNS, type MessageRow } from '../messages/message-item.ts';
import type { Chosen } from './partner-messages.ts';

/** `settled`: the oldest transaction that may still run. `next`: none has this number or a higher one yet. */
export type TransactionMarks = { settled: bigint; next: bigint };

export async function readMarks(tx: Tx): Promise<TransactionMarks> {
  const rows = await tx.query<TransactionMarks>(
    `select pg_snapshot_xmin(s)::text::bigint as settled, pg_snapshot_xmax(s)::text::bigint as next from pg_current_snapshot() s`,
  );
  const marks = rows[0];
  if (marks === undefined) throw new Error('pg_current_snapshot returned no row');
  return marks;
}

/** SQL: the whole number of the transaction; a row holds its lower 32 bits. */
const changedBy = (row: string, next: string) =>
  `(${next}::bigint - ((${next}::bigint - ${row}.xmin::text::bigint) & 4294967295))`;

/** Positions of a dispatch, or of a list of its steps, that are looked through. */
export type Window = { id: number; after: number; upTo: number; first_message_id: string; last_message_id: string };

export type ChangeRange = {
  readonly from: bigint;
  readonly to: bigint;
  readonly next: bigint;
  /** In the first sweep: times of a message must not be before. */
  readonly since: Date | null;
};

type Place = { readonly dispatchId: number; readonly seq: number };

/** A dispatch changes with each of its messages, so what has not changed itself holds nothing new. */
export function selectWindows(tx: Tx, chosen: Chosen, range: ChangeRange, { dispatchId, seq }: Place) {
  return (limits: { readonly dispatches: number; readonly positions: number }) =>
    tx.query<Window & { before: number }>(
      `with wide as (
         select d.id, case when d.id = $3 then $4::int else 0 end as after, d.last_seq, d.first_message_id, d.last_message_id
         from dispatches d
         where ($1::int is null or d.company_id = $1) and ($2::int[] is null or d.id = any($2)) and (d.kind <> 'SEND' or d.steps_of is not null)
           and d.id >= $3 and d.first_message_id is not null and ${changedBy('d', '$6')} >= $5
           and ($7::timestamptz is null or d.ended_at is null or d.ended_at >= $7)
         order by d.id limit $8)
       select id, after, least(last_seq, after + $9::int) as "upTo", first_message_id, last_message_id,
         (sum(last_seq - after) over (order by id) - (last_seq - after))::float8 as before
       from wide order by id`,
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

export type ChangedRow = MessageRow & { list_id: number; seq: number };

/** In the order of dispatches and positions. */
export function selectChanged(tx: Tx, windows: readonly Window[], range: ChangeRange, limit: number) {
  return tx.query<ChangedRow>(
    `select ${MESSAGE_COLUMNS}, m.dispatch_id as list_id, m.seq
     from unnest($1::int[], $2::int[], $3::int[], $4::uuid[], $5::uuid[]) as w(id, after, up_to, first_id, last_id)
     join dispatches d on d.id = w.id
     cross join lateral (
       select m.* from messages m
       where m.dispatch_id = w.id and m.seq > w.after and m.seq <= w.up_to and m.id between w.first_id and w.last_id
         and ${changedBy('m', '$8')} >= $6 and ${changedBy('m', '$8')} < $7
         and ($9::timestamptz is null or greatest(m.created_at, m.sent_at, m.final_at) >= $9)
       order by m.seq limit $10) m
     order by w.id, m.seq limit $10`,
    [
      windows.map(({ id }) => id),
      windows.map(({ after }) => after),
      windows.map(({ upTo }) => upTo),
      windows.map((window) => window.first_message_id),
      windows.map((window) => window.last_message_id),
      range.from,
      range.to,
      range.next,
      range.since,
      limit,
    ],
  );
}
