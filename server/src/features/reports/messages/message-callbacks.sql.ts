import type { Tx } from '../../../platform/database/database.ts';

export type FeedRow = { first: number; wanted: readonly string[]; events: string };

/**
 * Rows of the company's feed with the message. Events are recorded within moments, so only rows near `times` are read.
 */
export function selectFeedOf(tx: Tx, companyId: number, messageUuid: string, times: readonly Date[]) {
  return tx.query<FeedRow>(
    `select distinct b.first_number::double precision as first, b.wanted, b.events
     from unnest($3::timestamptz[]) as at
     join event_batches b on b.company_id = $1
       and b.created_at >= at - interval '5 seconds'
       and b.created_at < at + interval '2 minutes'
     where strpos(b.events, $2) > 0
     order by first
     limit 50`,
    [companyId, messageUuid, times],
  );
}

export type AttemptRow = {
  at: Date;
  attempt: number;
  events: number;
  status: number | null;
  error: string | null;
  ms: number;
};

const ATTEMPT = 'at, attempt::int as attempt, events, status::int as status, error, ms';

/** Requests that contained the event with this number. */
export function selectAttemptsOfNumber(tx: Tx, targetId: number, number: number, since: Date) {
  return tx.query<AttemptRow>(
    `select ${ATTEMPT}
     from callback_attempts
     where endpoint_id = $1
       and at >= $3::timestamptz - interval '5 seconds'
       and at < $3::timestamptz + interval '3 days'
       and numbers @> $2::bigint
     order by at
     limit 50`,
    [targetId, number, since],
  );
}

/** Requests to the target just after the event; events of the partner API have no numbers. */
export function selectAttemptsAround(tx: Tx, targetId: number, at: Date) {
  return tx.query<AttemptRow>(
    `select ${ATTEMPT}
     from callback_attempts
     where endpoint_id = $1
       and at >= $2::timestamptz - interval '1 second'
       and at < $2::timestamptz + interval '1 minute'
     order by at
     limit 10`,
    [targetId, at],
  );
}

export type WaitingRow = { events: string; next_try_at: Date };

/** Partner API: portions with the message that wait for their next try. */
export function selectWaitingBatches(tx: Tx, targetId: number, messageUuid: string) {
  return tx.query<WaitingRow>(
    `select events, next_try_at
     from callback_batches
     where endpoint_id = $1
       and strpos(events, $2) > 0
     limit 10`,
    [targetId, messageUuid],
  );
}

/** Messaging API: next try of the event with this number; undefined: it does not wait. */
export async function findNextTry(tx: Tx, targetId: number, number: number): Promise<Date | undefined> {
  const rows = await tx.query<{ at: Date }>(
    `select next_try_at as at
     from callback_ranges
     where endpoint_id = $1
       and numbers @> $2::bigint
       and next_try_at is not null
     limit 1`,
    [targetId, number],
  );
  return rows[0]?.at;
}
