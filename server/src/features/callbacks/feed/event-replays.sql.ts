import type { Tx } from '../../../platform/database/database.ts';
import { EVENTS_IN_ROW_MAX } from './events.sql.ts';

const EVENTS_IN_RANGE = 1_000;

/** Queues the events again that targets wanted of the feed between two instants. Returns their number. */
export async function requeuePeriod(
  tx: Tx,
  companyId: number,
  { from, to, targetId }: { from: Date; to: Date; targetId: number | null },
): Promise<number> {
  const rows = await tx.query<{ events: number | null }>(
    `with portioned as (
       select
         endpoint_id,
         first_number,
         count,
         wanted_count,
         (sum(wanted_count) over (partition by endpoint_id order by first_number) - wanted_count)
           / $6::int as portion
       from event_batches
       where company_id = $1
         and created_at >= $2
         and created_at < $3
         and wanted_count > 0
         and ($4::int is null or endpoint_id = $4)
     ),
     queued as (
       insert into callback_ranges (endpoint_id, numbers, count, next_try_at)
       select
         endpoint_id,
         int8multirange(int8range(min(first_number), max(first_number + count))),
         sum(wanted_count),
         $5
       from portioned
       group by endpoint_id, portion
       order by endpoint_id, portion
       returning count
     )
     select sum(count)::int as events
     from queued`,
    [companyId, from, to, targetId, tx.now, EVENTS_IN_RANGE],
  );
  return rows[0]?.events ?? 0;
}

export type ReplayFilter = { readonly since: Date | null; readonly targetId: number | null };

export type RequeuedRange = { readonly count: number; readonly numbers: string };

/** Ranges given up since then start over with a first try. */
export function requeueGivenUp(tx: Tx, companyId: number, { since, targetId }: ReplayFilter): Promise<RequeuedRange[]> {
  return tx.query<RequeuedRange>(
    `update callback_ranges r
     set
       attempts = 0,
       first_try_at = null,
       next_try_at = $4,
       given_up_at = null
     from callback_endpoints e
     where e.id = r.endpoint_id
       and e.company_id = $1
       and r.given_up_at is not null
       and ($2::timestamptz is null or r.given_up_at >= $2)
       and ($3::int is null or r.endpoint_id = $3)
     returning r.count, r.numbers::text as numbers`,
    [companyId, since, targetId, tx.now],
  );
}

/** Makes ranges due that failed since then; their attempts and first try stay. */
export function rescheduleRanges(
  tx: Tx,
  companyId: number,
  { since, targetId }: ReplayFilter,
): Promise<RequeuedRange[]> {
  return tx.query<RequeuedRange>(
    `update callback_ranges r
     set next_try_at = $4
     from callback_endpoints e
     where e.id = r.endpoint_id
       and e.company_id = $1
       and r.attempts > 0
       and r.next_try_at is not null
       and ($2::timestamptz is null or r.first_try_at >= $2)
       and ($3::int is null or r.endpoint_id = $3)
     returning r.count, r.numbers::text as numbers`,
    [companyId, since, targetId, tx.now],
  );
}

/** The same for callbacks of the partner API. */
export function rescheduleBatches(
  tx: Tx,
  companyId: number,
  { since, targetId }: ReplayFilter,
): Promise<{ count: number }[]> {
  return tx.query<{ count: number }>(
    `update callback_batches b
     set next_try_at = $4
     from callback_endpoints e
     where e.id = b.endpoint_id
       and e.company_id = $1
       and b.attempts > 0
       and ($2::timestamptz is null or b.first_try_at >= $2)
       and ($3::int is null or b.endpoint_id = $3)
     returning b.count`,
    [companyId, since, targetId, tx.now],
  );
}

export async function clearProbes(tx: Tx, companyId: number, targetId: number | null): Promise<void> {
  await tx.query(
    `update callback_endpoints
     set probe_at = null
     where company_id = $1
       and ($2::int is null or id = $2)
       and probe_at is not null`,
    [companyId, targetId],
  );
}

export type FoundRow = { first: number; endpointId: number | null; wanted: readonly string[]; events: string };

const FOUND = `first_number::double precision as first, endpoint_id as "endpointId", wanted, events`;

/** The row that holds the number. */
export function selectByNumber(tx: Tx, companyId: number, number: number): Promise<FoundRow[]> {
  return tx.query<FoundRow>(
    `select ${FOUND}
     from event_batches
     where company_id = $1
       and first_number > $2::bigint - $3
       and first_number <= $2
       and first_number + count > $2`,
    [companyId, number, EVENTS_IN_ROW_MAX],
  );
}

/** Rows that mention the message, within the days on which it can have events. */
export function selectByMessage(
  tx: Tx,
  companyId: number,
  messageUuid: string,
  { from, to }: { from: Date; to: Date },
): Promise<FoundRow[]> {
  return tx.query<FoundRow>(
    `select ${FOUND}
     from event_batches
     where company_id = $1
       and created_at >= $3
       and created_at < $4
       and strpos(events, $2) > 0
     order by first_number`,
    [companyId, messageUuid, from, to],
  );
}
