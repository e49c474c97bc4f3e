// Statements that the operations wall runs every second. They read open, due and live rows, never history: partial
// indexes keep them small at any number of messages.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { uuidFloor } from '../../../platform/uuid-v7.ts';

export type DispatchCounters = {
  readonly id: number;
  readonly isNew: boolean;
  readonly isOpen: boolean;
  readonly accepted: number;
  readonly submitted: number;
  readonly delivered: number;
  readonly failed: number;
  /** Failed messages that were never submitted to an operator. */
  readonly unsent: number;
};

const { claimed, inFlight, waiting } = BATCH_STATES;

const OPEN = `(status in ('STARTED', 'STOPPED') and ended_at is null)`;
const COUNTERS = `id,
       created_at > $2 as "isNew",
       ${OPEN} as "isOpen",
       messages_total as accepted,
       messages_sent as submitted,
       messages_delivered as delivered,
       messages_failed as failed,
       messages_unsent as unsent`;
const NEWEST = 300;

/**
 * Counters of open dispatches, of `others` (open at the previous reading) and of the newest: a bucket ends and reopens
 * many times per minute.
 */
export function selectDispatchCounters(tx: Tx, others: readonly number[], since: Date): Promise<DispatchCounters[]> {
  return tx.planned<DispatchCounters>(
    `select ${COUNTERS}
     from dispatches
     where ${OPEN}
     union all
     select ${COUNTERS}
     from dispatches
     where not ${OPEN}
       and id = any($1::int[] || array(
         select id
         from dispatches
         order by id desc
         limit ${NEWEST}))`,
    [others, since],
  );
}

/** Bounds the count: a long upload is one transaction, whose messages all appear at its COMMIT. */
const ACCEPTED_COUNTED_MAX = 100_000;

/** Counts by the time in the message ids, a range of the primary key. */
export async function countAccepted(tx: Tx, fromMs: number, toMs: number): Promise<number> {
  const rows = await tx.planned<{ count: number }>(
    `select count(*)::integer as count
     from (
       select 1
       from messages
       where id >= $1::uuid
         and id < $2::uuid
       limit $3) m`,
    [uuidFloor(fromMs), uuidFloor(toMs), ACCEPTED_COUNTED_MAX],
  );
  return rows[0]?.count ?? 0;
}

export type LaneRow = {
  readonly lane: number;
  readonly strands: number;
  readonly oldest: Date | null;
};

/** Due strands that are not held, by lane. */
export function selectDueLanes(tx: Tx): Promise<LaneRow[]> {
  return tx.planned<LaneRow>(
    `select lane, count(*)::integer as strands, min(coalesce(eligible_at, next_at)) as oldest
     from strands
     where runnable
       and next_at <= $1
       and held_since is null
     group by lane`,
    [tx.now],
  );
}

export type LaneBatches = {
  readonly lane: number;
  readonly queued: number;
  readonly inFlight: number;
  readonly oldestSeconds: number | null;
};

/**
 * Batches that the pacer has allocated and that are not handed over. `in_flight_at` is real time, not business time.
 */
export function selectLaneBatches(tx: Tx): Promise<LaneBatches[]> {
  return tx.planned<LaneBatches>(
    `select
       lane,
       coalesce(sum(count) filter (where state in (${claimed}, ${waiting})), 0)::integer as queued,
       coalesce(sum(count) filter (where state = ${inFlight}), 0)::integer as "inFlight",
       extract(
         epoch from clock_timestamp() - min(in_flight_at) filter (where state = ${inFlight})
       )::double precision as "oldestSeconds"
     from batches
     where state in (${claimed}, ${inFlight}) or state = ${waiting}
     group by lane`,
  );
}

export type CallbackHost = {
  readonly host: string;
  readonly waiting: number;
  readonly oldest: Date | null;
  readonly failingSince: Date | null;
  readonly givenUp: number;
};

const HOST = String.raw`substring(e.url from '^[a-z]+://([^/?#]+)')`;

/** Hosts with waiting callbacks or a failing target, most callbacks first. */
export function selectCallbackHosts(tx: Tx, limit: number): Promise<CallbackHost[]> {
  return tx.planned<CallbackHost>(
    `with waiting as (
       select endpoint_id, sum(count) as count, min(coalesce(first_try_at, next_try_at)) as oldest
       from callback_batches
       group by 1
       union all
       select endpoint_id, sum(count), min(coalesce(first_try_at, next_try_at))
       from callback_ranges
       where next_try_at is not null
       group by 1)
     select
       ${HOST} as host,
       coalesce(sum(w.count), 0)::double precision as waiting,
       min(w.oldest) as oldest,
       min(e.failing_since) as "failingSince",
       coalesce(sum(e.given_up), 0)::double precision as "givenUp"
     from callback_endpoints e
     left join waiting w on w.endpoint_id = e.id
     where w.endpoint_id is not null or e.failing_since is not null
     group by 1
     order by 2 desc, 1
     limit $1`,
    [limit],
  );
}

export type LiveInstance = {
  readonly id: string;
  readonly roles: readonly string[];
  readonly startedAt: Date;
  readonly isAlive: boolean;
};

/** Servers alive now or within the last ten minutes; one-off commands are excluded. */
export function selectInstances(tx: Tx): Promise<LiveInstance[]> {
  return tx.planned<LiveInstance>(
    `select id, roles, started_at as "startedAt", lease_until > clock_timestamp() as "isAlive"
     from instances
     where lease_until > clock_timestamp() - interval '10 minutes'
       and roles && array['api', 'pacer', 'connector', 'recorder', 'notifier', 'sweeper', 'clock']
     order by lease_until > clock_timestamp() desc, started_at
     limit 200`,
  );
}

export type ReceiptBacklog = { readonly waiting: number; readonly engine: Record<string, number> };

/** Receipts without a known message, counted up to 1,001, and the engine's anomaly counters. */
export async function selectBacklog(tx: Tx): Promise<ReceiptBacklog> {
  const [receipts] = await tx.planned<{ waiting: number }>(
    `select count(*)::integer as waiting
     from (select 1 from receipts limit 1001) r`,
  );
  const counters = await tx.planned<{ name: string; value: bigint }>('select name, value from engine_counters');
  return {
    waiting: receipts?.waiting ?? 0,
    engine: Object.fromEntries(counters.map(({ name, value }) => [name, Number(value)])),
  };
}
