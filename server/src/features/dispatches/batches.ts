import { billingMonth } from '@volley/domain/budget.ts';
import { READ_CHANNELS } from '@volley/domain/channel.ts';
import { LIFETIME_DEFAULT_MS } from '@volley/domain/message-lifetime.ts';
import type { Tx } from '../../platform/database.ts';
import { isHeld } from './held.ts';

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
  /** The month of its reserve, and what a part costs at most where messages do not say it. */
  month: string;
  partMicros: bigint | null;
};

export async function insertBatches(tx: Tx, batches: readonly NewBatch[], leaseMs: number): Promise<void> {
  await tx.planned(
    `insert into batches (id, company_id, dispatch_id, strand, sender_id, from_seq, to_seq, first_message_id, last_message_id, count, link_id, lane, traffic_type, month, part_micros, due_at)
     select u.*, clock_timestamp() + $14 * interval '1 millisecond'
     from unnest($1::uuid[], $2::int[], $3::int[], $4::smallint[], $5::int[], $6::int[], $7::int[], $8::uuid[], $9::uuid[], $10::int[], $11::int[], $12::smallint[], $13::text[], $15::date[], $16::bigint[]) as u`,
    [
      batches.map((batch) => batch.id),
      batches.map((batch) => batch.companyId),
      batches.map((batch) => batch.dispatchId),
      batches.map((batch) => batch.strand),
      batches.map((batch) => batch.senderId),
      batches.map((batch) => batch.fromSeq),
      batches.map((batch) => batch.toSeq),
      batches.map((batch) => batch.firstId),
      batches.map((batch) => batch.lastId),
      batches.map((batch) => batch.count),
      batches.map((batch) => batch.linkId),
      batches.map((batch) => batch.lane),
      batches.map((batch) => batch.trafficType),
      leaseMs,
      batches.map((batch) => batch.month),
      batches.map((batch) => batch.partMicros),
    ],
  );
}

export type BegunBatch = {
  id: string;
  /** A copy of it may be with the operator. */
  in_doubt: boolean;
  /** There are lists that its recipients or its name may be on. */
  watched: boolean;
  /** Some of its messages may have been ended one by one. */
  thinned: boolean;
  /** Of its recipients; null: the home country. */
  country: string | null;
  /** Where its company may send to now; null: as the installation is set. */
  open_countries: string[] | null;
};

/** Who sends, and how many parts of messages may be on the wire at a time. */
export type Carrier = { readonly owner: string; readonly window: number };

/**
 * Marks batches in flight before their first byte; only batches that may still be sent are returned. Their messages are
 * sent in this instant, and their money must be in its month. What is in doubt was sent before.
 */
export function markInFlight(
  tx: Tx,
  { owner, window }: Carrier,
  ids: readonly string[],
  attempts: readonly number[],
): Promise<BegunBatch[]> {
  return tx.planned<BegunBatch>(
    `update batches b
     set state = 1, owner = $1, open_max = $5, in_flight_at = clock_timestamp(),
       begun_at = case when b.doubts > 0 then b.begun_at else $4 end
     from unnest($2::uuid[], $3::smallint[]) as u(id, attempt), dispatches d, senders s, companies c, partners p, strands t
     where b.id = u.id
       and b.attempt = u.attempt
       and b.state = 0
       and (b.month = $6 or b.doubts > 0)
       and d.id = b.dispatch_id
       and d.status = 'STARTED'
       and s.id = b.sender_id
       and c.id = b.company_id
       and p.id = c.partner_id
       and t.dispatch_id = b.dispatch_id
       and t.strand = b.strand
       and not ${isHeld('$4')}
     returning b.id,
       b.doubts > 0 as in_doubt,
       exists (select from blacklist k where k.company_id = b.company_id)
         or exists (select from blocked_numbers)
         or exists (select from blocked_sender_names) as watched,
       b.thinned,
       t.country,
       coalesce(c.allowed_countries, p.allowed_countries) as open_countries`,
    [owner, ids, attempts, tx.now, window, billingMonth(tx.now.getTime())],
  );
}

/**
 * Claimed batches that could not begin: they are looked at again at once, and judged by `requeueDueBatches`. Their next
 * attempt begins here: the bus takes each only once in two minutes, and this one has come and gone.
 */
export async function hurryClaimed(tx: Tx, ids: readonly string[], attempts: readonly number[]): Promise<void> {
  await tx.query(
    `update batches b
     set due_at = clock_timestamp(),
       attempt = case when b.attempt = u.attempt then b.attempt + 1 else b.attempt end
     from unnest($1::uuid[], $2::smallint[]) as u(id, attempt)
     where b.id = u.id
       and b.state = 0`,
    [ids, attempts],
  );
}

/** Waiting batches that were held are judged anew at once. */
export async function hurryHeldBatches(tx: Tx, of: { companyId: number; senderId?: number }): Promise<void> {
  await tx.query(
    `update batches set due_at = clock_timestamp() where company_id = $1 and ($2::int is null or sender_id = $2)
       and held_since is not null and state = 2 and due_at > clock_timestamp()`,
    [of.companyId, of.senderId ?? null],
  );
}

export type PlainBatch = {
  readonly month: string | null;
  readonly begunAt: Date | null;
  readonly isMetered: boolean;
};

/**
 * Batches on their first way, never in doubt: an outcome of these cannot be news of a second copy, not even a piece
 * that comes after the end. Tells of each where its money is, and whether its messages are priced by their own amount.
 */
export async function lockPlainBatches(
  tx: Tx,
  ids: readonly string[],
  attempts: readonly number[],
): Promise<Map<string, PlainBatch>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.planned<PlainBatch & { id: string }>(
    `select b.id, b.month::text as month, b.begun_at as "begunAt", b.part_micros is not null as "isMetered"
     from batches b
     join unnest($1::uuid[], $2::smallint[]) as u(id, attempt) on b.id = u.id and b.attempt = u.attempt
     where b.state in (1, 2, 3)
       and b.doubts = 0
     order by b.id
     for update of b`,
    [ids, attempts],
  );
  return new Map(rows.map(({ id, ...batch }) => [id, batch]));
}

/** Which of these have no row. */
export async function findMissingBatches(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select u.id
     from unnest($1::uuid[]) as u(id)
     where not exists (select from batches b where b.id = u.id)`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export type BatchEnd = {
  id: string;
  attempt: number;
  rest: 'none' | 'doubt' | 'held' | 'link';
  waitMs: number;
  /** Its link has used up its tries on what is left. */
  elsewhere: boolean;
  /** Handed over at this time, as far as it was; the lifetime counts from here. */
  at: Date;
};

/** SQL: how long messages of the dispatch `d` may wait for their receipt. */
export const lifetimeOf = `make_interval(secs => coalesce(d.lifetime_seconds, ${LIFETIME_DEFAULT_MS / 1_000}))`;

/** The outcome of a batch: handed over, or waiting for what is left of it. Older attempts change nothing. */
export async function endBatches(tx: Tx, ends: readonly BatchEnd[]): Promise<void> {
  if (ends.length === 0) return;
  await tx.planned(
    `update batches b set
       state = case when u.rest = 'none' then 3 else 2 end,
       waiting_for = nullif(u.rest, 'none'),
       doubts = b.doubts + case when u.rest = 'doubt' then 1 else 0 end,
       held_since = case when u.rest = 'held' then coalesce(b.held_since, $6) end,
       due_at = case when u.rest = 'none' then null else clock_timestamp() + u.wait_ms * interval '1 millisecond' end,
       expires_at = u.at + ${lifetimeOf}, owner = null, elsewhere = u.elsewhere
     from unnest($1::uuid[], $2::smallint[], $3::text[], $4::int[], $5::timestamptz[], $7::boolean[])
       as u(id, attempt, rest, wait_ms, at, elsewhere), dispatches d
     where b.id = u.id and b.attempt = u.attempt and b.state in (1, 2) and d.id = b.dispatch_id`,
    [
      ends.map((end) => end.id),
      ends.map((end) => end.attempt),
      ends.map((end) => end.rest),
      ends.map((end) => end.waitMs),
      ends.map((end) => end.at),
      tx.now,
      ends.map((end) => end.elsewhere),
    ],
  );
}

/** Where the messages of a batch are. */
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

type ExpiredBatch = BatchPlace & { channel_type: string };

/** Some of those whose lifetime is over, the first `batches` of them with `messages` and a batch's worth at most. */
export function takeExpiredBatches(tx: Tx, limit: { batches: number; messages: number }) {
  return tx.query<ExpiredBatch>(
    `with due as materialized (
       select id, count, expires_at from batches where state = 3 and expires_at <= $1 order by expires_at limit $2 for update skip locked),
     taken as (
       select id from (select id, sum(count) over (order by expires_at, id) - count as before from due) counted where before < $3)
     delete from batches b using taken, dispatches d where b.id = taken.id and d.id = b.dispatch_id
     returning b.dispatch_id, b.strand, b.from_seq, b.to_seq, b.first_message_id, b.last_message_id, d.channel_type`,
    [tx.now, limit.batches, limit.messages],
  );
}

/**
 * Batches of dispatches that ended stay a while, so that a stray receipt can still be explained. Where messages are
 * read, they stay until their lifetime is over.
 */
export async function deleteEndedBatches(tx: Tx, endedBefore: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from batches where id in (
       select b.id from batches b join dispatches d on d.id = b.dispatch_id where d.ended_at < $1
         and not (b.state = 3 and d.channel_type = any($3::text[])) limit $2 for update of b skip locked) returning id`,
    [endedBefore, limit, READ_CHANNELS],
  );
  return rows.length;
}
