import { billingMonth } from '@volley/domain/money/budget.ts';
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { LIFETIME_DEFAULT_MS } from '@volley/domain/sending/message-lifetime.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isHeld } from '../pacing/held.sql.ts';

export type NewBatch = {
  id: string;
  companyId: number;
  dispatchId: number;
  strand: number;
  senderId: number;
  fromSeq: number;
  toSeq: number;
  firstId: string;
  lastId: string;
  count: number;
  linkId: number;
  lane: number;
  trafficType: string;
  /** The month of its reserve. */
  month: string;
  /** Reserve per part; null where messages have their own amounts. */
  partMicros: bigint | null;
  /** JSON of a `StoredChoice`; null: no link has a route. */
  choice: string | null;
};

const newBatches = bulkColumns(
  {
    id: 'uuid',
    companyId: 'int',
    dispatchId: 'int',
    strand: 'smallint',
    senderId: 'int',
    fromSeq: 'int',
    toSeq: 'int',
    firstId: 'uuid',
    lastId: 'uuid',
    count: 'int',
    linkId: 'int',
    lane: 'smallint',
    trafficType: 'text',
    month: 'date',
    partMicros: 'bigint',
    choice: 'text',
  },
  2,
);
const INSERT_BATCHES = `
  insert into batches (
    id, company_id, dispatch_id, strand, sender_id, from_seq, to_seq, first_message_id, last_message_id,
    count, link_id, lane, traffic_type, month, part_micros, choice, due_at
  )
  select u.id, u.company_id, u.dispatch_id, u.strand, u.sender_id, u.from_seq, u.to_seq, u.first_id,
    u.last_id, u.count, u.link_id, u.lane, u.traffic_type, u.month, u.part_micros, u.choice::jsonb,
    clock_timestamp() + $1 * interval '1 millisecond'
  from ${newBatches.as('u')}`;

export async function insertBatches(tx: Tx, batches: readonly NewBatch[], leaseMs: number): Promise<void> {
  await tx.planned(INSERT_BATCHES, [leaseMs, ...newBatches.values(batches)]);
}

export type BegunBatch = {
  id: string;
  /** A copy of it may be with the operator. */
  in_doubt: boolean;
  /** Block lists exist that may contain its recipients or its sender name. */
  watched: boolean;
  /** Some of its messages may have ended individually while it waited. */
  thinned: boolean;
  /** Country of its recipients; null: the home country. */
  country: string | null;
  /** Countries that its company may send to; null: the default of the installation. */
  open_countries: string[] | null;
};

/** The connector instance and the number of message parts it may have on the wire at a time. */
export type Carrier = { readonly owner: string; readonly window: number };

/** A batch and the attempt that its carrier holds; a newer attempt makes the older one void. */
type BatchAttempt = { readonly id: string; readonly attempt: number };

const begun = bulkColumns({ id: 'uuid', attempt: 'smallint' }, 5);
const MARK_IN_FLIGHT = `
  update batches b
  set state = ${BATCH_STATES.inFlight},
    owner = $1,
    open_max = $3,
    in_flight_at = clock_timestamp(),
    begun_at = case when b.doubts > 0 then b.begun_at else $2 end
  from ${begun.as('u')},
    dispatches d,
    senders s,
    companies c,
    partners p,
    strands t
  where b.id = u.id
    and b.attempt = u.attempt
    and b.state = ${BATCH_STATES.claimed}
    and (b.month = $4 or b.doubts > 0)
    and d.id = b.dispatch_id
    and d.status = 'STARTED'
    and s.id = b.sender_id
    and c.id = b.company_id
    and p.id = c.partner_id
    and t.dispatch_id = b.dispatch_id
    and t.strand = b.strand
    and not ${isHeld('$2')}
    and exists (
      select
      from instances i
      where i.id = $1
        and i.lease_until > clock_timestamp()
    )
  returning b.id,
    b.doubts > 0 as in_doubt,
    exists (select from blacklist k where k.company_id = b.company_id)
      or exists (select from blocked_numbers)
      or exists (select from blocked_sender_names) as watched,
    b.thinned,
    t.country,
    coalesce(c.allowed_countries, p.allowed_countries) as open_countries`;

/**
 * Marks batches in flight before their first byte and returns only the batches that may be sent. The reserve must be in
 * the current month, except for batches in doubt: those were sent before. A carrier without a running lease begins
 * nothing: the sweeper would take the batch away at once.
 */
export function markInFlight(
  tx: Tx,
  { owner, window }: Carrier,
  batches: readonly BatchAttempt[],
): Promise<BegunBatch[]> {
  const month = billingMonth(tx.now.getTime());
  return tx.planned<BegunBatch>(MARK_IN_FLIGHT, [owner, tx.now, window, month, ...begun.values(batches)]);
}

const attempts = bulkColumns({ id: 'uuid', attempt: 'smallint' });
const RESCHEDULE_CLAIMED = `
  update batches b
  set due_at = clock_timestamp(),
    attempt = case when b.attempt = u.attempt then b.attempt + 1 else b.attempt end
  from ${attempts.as('u')}
  where b.id = u.id
    and b.state = ${BATCH_STATES.claimed}`;

/**
 * Makes claimed batches that could not begin due at once for `requeueDueBatches`. Raises the attempt: the bus drops a
 * second publication of the same attempt for two minutes.
 */
export async function rescheduleClaimed(tx: Tx, batches: readonly BatchAttempt[]): Promise<void> {
  await tx.query(RESCHEDULE_CLAIMED, attempts.values(batches));
}

/** Makes held batches due now; `requeueDueBatches` decides whether they are still held. */
export async function rescheduleHeldBatches(
  tx: Tx,
  { companyId, senderId }: { companyId: number; senderId?: number },
): Promise<void> {
  await tx.query(
    `update batches
     set due_at = clock_timestamp()
     where company_id = $1
       and ($2::int is null or sender_id = $2)
       and held_since is not null
       and state = ${BATCH_STATES.waiting}
       and due_at > clock_timestamp()`,
    [companyId, senderId ?? null],
  );
}

export type PlainBatch = {
  readonly month: string | null;
  readonly begunAt: Date | null;
  readonly isMetered: boolean;
};

const LOCK_PLAIN_BATCHES = `
  select b.id,
    b.month::text as month,
    b.begun_at as "begunAt",
    b.part_micros is not null as "isMetered"
  from batches b
  join ${attempts.as('u')} on b.id = u.id
    and b.attempt = u.attempt
  where b.state in (${BATCH_STATES.inFlight}, ${BATCH_STATES.waiting}, ${BATCH_STATES.handedOver})
    and b.doubts = 0
  order by b.id
  for update of b`;

/**
 * Batches that were never in doubt: only one copy of their messages exists, so their outcomes need no comparison, not
 * even an outcome that comes after the end.
 */
export async function lockPlainBatches(tx: Tx, batches: readonly BatchAttempt[]): Promise<Map<string, PlainBatch>> {
  if (batches.length === 0) return new Map();
  const rows = await tx.planned<PlainBatch & { id: string }>(LOCK_PLAIN_BATCHES, attempts.values(batches));
  return new Map(rows.map(({ id, ...batch }) => [id, batch]));
}

/** The ids without a row. */
export async function findMissingBatches(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select u.id
     from unnest($1::uuid[]) as u(id)
     where not exists (
       select
       from batches b
       where b.id = u.id
     )`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export type BatchEnd = {
  id: string;
  attempt: number;
  rest: 'none' | 'doubt' | 'held' | 'link';
  waitMs: number;
  /** The link has used up its tries for the remaining messages. */
  elsewhere: boolean;
  /** Time of the hand-over; the lifetime counts from here. */
  at: Date;
};

/** SQL: how long the messages of the dispatch `d` wait for their receipt. */
export const lifetimeOf = `make_interval(secs => coalesce(d.lifetime_seconds, ${LIFETIME_DEFAULT_MS / 1_000}))`;

const ends = bulkColumns(
  { id: 'uuid', attempt: 'smallint', rest: 'text', waitMs: 'int', at: 'timestamptz', elsewhere: 'boolean' },
  2,
);
const END_BATCHES = `
  update batches b
  set state = case when u.rest = 'none' then ${BATCH_STATES.handedOver} else ${BATCH_STATES.waiting} end,
    waiting_for = nullif(u.rest, 'none'),
    doubts = b.doubts
      + case when u.rest = 'doubt' and b.waiting_for is distinct from 'doubt' then 1 else 0 end,
    held_since = case when u.rest = 'held' then coalesce(b.held_since, $1) end,
    due_at = case when u.rest <> 'none' then clock_timestamp() + u.wait_ms * interval '1 millisecond' end,
    expires_at = u.at + ${lifetimeOf},
    owner = null,
    elsewhere = u.elsewhere
  from ${ends.as('u')},
    dispatches d
  where b.id = u.id
    and b.attempt = u.attempt
    and b.state in (${BATCH_STATES.inFlight}, ${BATCH_STATES.waiting})
    and d.id = b.dispatch_id`;

/**
 * Ends the attempt: the batch is handed over, or waits with its remaining messages. Ignores older attempts. A loss that
 * the sweeper has counted before its carrier reports it is one doubt.
 */
export async function endBatches(tx: Tx, rows: readonly BatchEnd[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.planned(END_BATCHES, [tx.now, ...ends.values(rows)]);
}

/** The range of message positions and ids of a batch. */
export type BatchPlace = {
  dispatch_id: number;
  strand: number;
  from_seq: number;
  to_seq: number;
  first_message_id: string;
  last_message_id: string;
};

export const batchRange = (batch: BatchPlace) => ({
  dispatchId: batch.dispatch_id,
  strand: batch.strand,
  fromSeq: batch.from_seq,
  toSeq: batch.to_seq,
  firstId: batch.first_message_id,
  lastId: batch.last_message_id,
});
