import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

const SEQUENCER_LOCK = 7_700_012;
/** Length limit of a feed row: bounds how far back a search for a number must go. */
export const EVENTS_IN_ROW_MAX = 500;
const EVENTS_IN_RANGE = 1_000;

export type InboxRow = {
  readonly companyId: number;
  readonly endpointId: number | null;
  readonly wanted: readonly string[];
  readonly count: number;
  readonly wantedCount: number;
  readonly ofVerifications: boolean;
  readonly events: string;
};

const inboxRows = bulkColumns({
  companyId: 'int',
  endpointId: 'int',
  wanted: 'text',
  count: 'int',
  wantedCount: 'int',
  ofVerifications: 'boolean',
  events: 'text',
});

/** Inserts in the order of the rows, which the numbers follow. */
export async function insertInbox(tx: Tx, rows: readonly InboxRow[]): Promise<void> {
  await tx.query(
    `insert into event_inbox (company_id, endpoint_id, wanted, count, wanted_count, of_verifications, events)
     select
       company_id, endpoint_id, string_to_array(wanted, ','), count, wanted_count, of_verifications, events
     from ${inboxRows.withPosition('u', 'position')}
     order by position`,
    inboxRows.values(rows.map((row) => ({ ...row, wanted: row.wanted.join(',') }))),
  );
}

export async function lockSequencer(tx: Tx): Promise<boolean> {
  const rows = await tx.planned<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [SEQUENCER_LOCK]);
  return rows[0]?.mine === true;
}

const MOVE_TO_FEED = `
  with instant as (
    select business_now() + (clock_timestamp() - now()) as at
  ),
  oldest as (
    select id
    from (
      select id, sum(count) over (order by id) - count as before
      from (select id, count from event_inbox order by id limit $1) first_rows
    ) counted
    where before < $6
  ),
  taken as (
    delete from event_inbox i
    using oldest
    where i.id = oldest.id
    returning i.*
  ),
  totals as (
    select company_id, sum(count)::bigint as total
    from taken
    group by company_id
  ),
  sequences as (
    insert into event_sequences as s (company_id, last_number)
    select company_id, total
    from totals
    on conflict (company_id)
    do update set last_number = s.last_number + excluded.last_number
    returning company_id, last_number
  ),
  numbered as (
    select
      t.*,
      q.last_number - o.total - t.count + 1
        + (sum(t.count) over (partition by t.company_id order by t.id))::bigint as first_number
    from taken t
    join totals o using (company_id)
    join sequences q using (company_id)
  ),
  placed as (
    insert into event_batches (
      company_id, first_number, count, endpoint_id, wanted, wanted_count, of_verifications, events, created_at
    )
    select
      company_id, first_number, count, endpoint_id, wanted, wanted_count, of_verifications, events, instant.at
    from numbered, instant
    order by company_id, first_number
  ),
  portioned as (
    select
      endpoint_id,
      first_number,
      count,
      wanted_count,
      (sum(wanted_count) over (partition by endpoint_id order by first_number) - wanted_count)
        / $5::int as portion
    from numbered
    where wanted_count > 0
  ),
  queued as (
    insert into callback_ranges (endpoint_id, numbers, count, next_try_at)
    select
      endpoint_id,
      int8multirange(int8range(min(first_number), max(first_number + count))),
      sum(wanted_count),
      case when sum(wanted_count) >= $4 then $2 else $2::timestamptz + $3 * interval '1 millisecond' end
    from portioned
    group by endpoint_id, portion
    order by endpoint_id, portion
  )
  select count(*) >= $1 or sum(count) >= $6 as reached
  from taken`;

/**
 * Moves rows from the inbox to the feed, numbered in the order of recording, and queues the events that a callback
 * target wants. Rows leave the feed by time, so times must rise with numbers: `instant` is when the lock was acquired,
 * not when the transaction began. A target waits for more events unless a full request is queued. Returns true when
 * the limit of rows or events was reached.
 */
export async function moveToFeed(
  tx: Tx,
  limit: { readonly rows: number; readonly events: number },
  { gatherMs, arrayMax }: { gatherMs: number; arrayMax: number },
): Promise<boolean> {
  const rows = await tx.planned<{ reached: boolean | null }>(MOVE_TO_FEED, [
    limit.rows,
    tx.now,
    gatherMs,
    arrayMax,
    EVENTS_IN_RANGE,
    limit.events,
  ]);
  return rows[0]?.reached === true;
}

export async function selectBounds(tx: Tx, companyId: number): Promise<{ first: number | null; last: number }> {
  const rows = await tx.query<{ first: number | null; last: number | null }>(
    `select
       (select last_number::double precision from event_sequences where company_id = $1) as last,
       (
         select first_number::double precision
         from event_batches
         where company_id = $1
         order by first_number
         limit 1
       ) as first`,
    [companyId],
  );
  return { first: rows[0]?.first ?? null, last: rows[0]?.last ?? 0 };
}

/** Numbers of the oldest and the newest stored event of verifications up to `upTo`. */
export async function selectVerificationBounds(
  tx: Tx,
  companyId: number,
  upTo: number,
): Promise<{ first: number | null; last: number }> {
  const rows = await tx.query<{ first: number | null; last: number | null }>(
    `select
       (
         select first_number::double precision
         from event_batches
         where company_id = $1
           and of_verifications
           and first_number <= $2
         order by first_number
         limit 1
       ) as first,
       (
         select (first_number + count - 1)::double precision
         from event_batches
         where company_id = $1
           and of_verifications
           and first_number <= $2
         order by first_number desc
         limit 1
       ) as last`,
    [companyId, upTo],
  );
  return { first: rows[0]?.first ?? null, last: rows[0]?.last ?? 0 };
}

export type FeedRow = { first: number; wanted: readonly string[]; events: string };

/** Rows that hold a number from `from` (inclusive) to `below` (exclusive). */
export function selectFeed(tx: Tx, companyId: number, { from, below }: { from: number; below: number }) {
  return tx.query<FeedRow>(
    `select first_number::double precision as first, wanted, events
     from event_batches
     where company_id = $1
       and first_number > $2::bigint - $4
       and first_number < $3
       and first_number + count > $2
     order by first_number`,
    [companyId, from, below, EVENTS_IN_ROW_MAX],
  );
}

/** Rows of verifications from this number on, until they hold `limit` events; the last row may hold more. */
export function selectVerificationFeed(
  tx: Tx,
  companyId: number,
  { from, below, limit }: { from: number; below: number; limit: number },
) {
  return tx.query<FeedRow>(
    `select first, wanted, events
     from (
       select
         first_number::double precision as first,
         wanted,
         events,
         sum(count) over (order by first_number) - count as before
       from (
         select first_number, count, wanted, events
         from event_batches
         where company_id = $1
           and of_verifications
           and first_number > $2::bigint - $5
           and first_number < $3
           and first_number + count > $2
         order by first_number
         limit $4
       ) first_rows
     ) counted
     where before < $4 + $5
     order by first`,
    [companyId, from, below, limit, EVENTS_IN_ROW_MAX],
  );
}

/** Rows wanted by the target that hold a number of the ranges. */
export function selectForTarget(tx: Tx, at: { companyId: number; targetId: number }, numbers: string) {
  return tx.query<FeedRow>(
    `select distinct on (b.first_number) b.first_number::double precision as first, b.wanted, b.events
     from unnest($3::int8multirange) as range
     join event_batches b
       on b.company_id = $1
      and b.first_number > lower(range) - $4
      and b.first_number < upper(range)
      and b.first_number + b.count > lower(range)
     where b.endpoint_id = $2
       and b.wanted_count > 0
     order by b.first_number`,
    [at.companyId, at.targetId, numbers, EVENTS_IN_ROW_MAX],
  );
}
