import type { Tx } from '../../../platform/database/database.ts';
import { EVENTS_IN_ROW_MAX, type FeedRow } from '../feed/events.sql.ts';

const EVENTS_IN_REPLAY = 1_000;

/** Inserts a row per portion: a listener reads one at a time. */
export async function insertReplays(tx: Tx, companyId: number, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  await tx.query(
    `insert into callback_replays (company_id, numbers, at)
     select $1, numbers::int8multirange, $3
     from unnest($2::text[]) with ordinality as u(numbers, position)
     order by position`,
    [companyId, numbers, tx.now],
  );
}

/** All events of the feed between two instants, or those of one target. */
export async function insertReplaysOfPeriod(
  tx: Tx,
  companyId: number,
  { from, to, targetId }: { from: Date; to: Date; targetId: number | null },
): Promise<void> {
  await tx.query(
    `with portioned as (
       select
         first_number,
         count,
         (sum(count) over (order by first_number) - count) / $6::int as portion
       from event_batches
       where company_id = $1
         and created_at >= $2
         and created_at < $3
         and ($4::int is null or endpoint_id = $4)
     )
     insert into callback_replays (company_id, numbers, at)
     select $1, range_agg(int8range(first_number, first_number + count)), $5
     from portioned
     group by portion
     order by portion`,
    [companyId, from, to, targetId, tx.now, EVENTS_IN_REPLAY],
  );
}

export type ReplayRow = { readonly id: number; readonly numbers: string };

export async function selectReplayAfter(tx: Tx, companyId: number, after: number): Promise<ReplayRow | undefined> {
  const rows = await tx.query<ReplayRow>(
    `select id::double precision as id, numbers::text as numbers
     from callback_replays
     where company_id = $1
       and id > $2
     order by id
     limit 1`,
    [companyId, after],
  );
  return rows[0];
}

export async function selectLastReplay(tx: Tx, companyId: number): Promise<number> {
  const rows = await tx.query<{ id: number | null }>(
    `select max(id)::double precision as id
     from callback_replays
     where company_id = $1`,
    [companyId],
  );
  return rows[0]?.id ?? 0;
}

/** Rows of the feed that hold a number of the ranges, for any target. */
export function selectByNumbers(tx: Tx, companyId: number, numbers: string): Promise<FeedRow[]> {
  return tx.query<FeedRow>(
    `select distinct on (b.first_number) b.first_number::double precision as first, b.wanted, b.events
     from unnest($2::int8multirange) as range
     join event_batches b
       on b.company_id = $1
      and b.first_number > lower(range) - $3
      and b.first_number < upper(range)
      and b.first_number + b.count > lower(range)
     order by b.first_number`,
    [companyId, numbers, EVENTS_IN_ROW_MAX],
  );
}

export async function deleteReplays(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from callback_replays where at < $1', [before]);
}
