// Appends single messages to buckets: totals, strands and batches in one statement. The latency of a code includes
// every round trip of its acceptance, and round trips are slow while bulk sending loads the database.
import type { Tx } from '../../../platform/database/database.ts';
import type { NewBatch } from '../batches/batches.sql.ts';
import type { BucketStrandGrowth } from './bucket-strands.sql.ts';

export type BucketGrowth = {
  readonly id: number;
  readonly messages: number;
  readonly parts: number;
  readonly amountMicros: bigint;
  readonly firstId: string;
  readonly lastId: string;
};

export type Growth = {
  readonly buckets: readonly BucketGrowth[];
  readonly strands: readonly BucketStrandGrowth[];
  /** Batches of `direct` strands. A batch is not inserted if older messages of its strand are still unclaimed. */
  readonly batches: readonly NewBatch[];
  readonly leaseMs: number;
};

/**
 * The bucket belongs to a past day and its reserve was moved to the new month in the meantime. The code of a
 * serialization failure makes `inTransaction` repeat the work, which then opens a bucket of the new day.
 */
class MonthTurned extends Error {
  override readonly name = 'MonthTurned';
  readonly code = '40001';

  constructor(dispatchId: number, strand: number, month: string | null) {
    super(`strand ${strand} of bucket ${dispatchId} has its reserve in ${month ?? 'no month'} now`);
  }
}

const BUCKET_COLUMNS = `id int, messages int, parts int, "amountMicros" bigint, "firstId" uuid, "lastId" uuid`;
const STRAND_COLUMNS = `
        "dispatchId" int, strand smallint, "companyId" int, "channelType" text, "senderId" int,
        route smallint, "trafficType" text, lane smallint, timezone text, "tariffId" int,
        "partMicros" bigint, messages int, parts int, "amountMicros" bigint, "lastSeq" int, direct boolean,
        "eligibleAt" timestamptz, "giveUpAt" timestamptz, month date, country text`;
const BATCH_COLUMNS = `
        id uuid, "companyId" int, "dispatchId" int, strand smallint, "senderId" int, "fromSeq" int,
        "toSeq" int, "firstId" uuid, "lastId" uuid, count int, "linkId" int, lane smallint,
        "trafficType" text, month date, "partMicros" bigint, choice text`;

// `buckets` also clears ended_at: a bucket that had ended runs again.
const APPEND_TO_BUCKETS = `
  with buckets as (
    update dispatches d
    set last_seq = d.last_seq + u.messages,
      messages_total = d.messages_total + u.messages,
      parts_total = d.parts_total + u.parts,
      estimate_micros = d.estimate_micros + u."amountMicros",
      reserved_micros = d.reserved_micros + u."amountMicros",
      first_message_id = least(d.first_message_id, u."firstId"),
      last_message_id = greatest(d.last_message_id, u."lastId"),
      ended_at = null
    from json_to_recordset($1::json) as u(${BUCKET_COLUMNS})
    where d.id = u.id
  ),
  appended as (
    insert into strands as t (
      dispatch_id, strand, company_id, channel_type, sender_id, route, traffic_type, lane, timezone,
      tariff_id, part_micros, messages, parts, amount_micros, last_seq, cursor_seq, runnable, next_at,
      eligible_at, start_at, give_up_at, month, country
    )
    select "dispatchId", strand, "companyId", "channelType", "senderId", route, "trafficType", lane, timezone,
      "tariffId", "partMicros", messages, parts, "amountMicros", "lastSeq",
      case when direct then "lastSeq" else 0 end,
      not direct,
      $4,
      "eligibleAt",
      case when timezone <> '' then "eligibleAt" end,
      "giveUpAt", month, country
    from json_to_recordset($2::json) as u(${STRAND_COLUMNS}
    )
    order by "dispatchId", strand
    on conflict (dispatch_id, strand)
    do update set
      messages = t.messages + excluded.messages,
      parts = t.parts + excluded.parts,
      amount_micros = t.amount_micros + excluded.amount_micros,
      last_seq = excluded.last_seq,
      cursor_seq = case
        when t.cursor_seq = t.last_seq and not excluded.runnable then excluded.last_seq
        else t.cursor_seq
      end,
      runnable = t.cursor_seq < t.last_seq or excluded.runnable,
      next_at = case when t.cursor_seq < t.last_seq then t.next_at else excluded.next_at end,
      eligible_at = case when t.cursor_seq < t.last_seq then t.eligible_at else excluded.eligible_at end,
      held_since = case when t.cursor_seq < t.last_seq then t.held_since end,
      margin_since = case when t.cursor_seq < t.last_seq then t.margin_since end
    returning t.dispatch_id, t.strand, t.cursor_seq = t.last_seq as claimed, t.month::text as month
  ),
  claimed as (
    insert into batches (
      id, company_id, dispatch_id, strand, sender_id, from_seq, to_seq, first_message_id, last_message_id,
      count, link_id, lane, traffic_type, month, part_micros, choice, due_at
    )
    select u.id, u."companyId", u."dispatchId", u.strand, u."senderId", u."fromSeq", u."toSeq", u."firstId",
      u."lastId", u.count, u."linkId", u.lane, u."trafficType", u.month, u."partMicros",
      u.choice::jsonb,
      clock_timestamp() + $5 * interval '1 millisecond'
    from json_to_recordset($3::json) as u(${BATCH_COLUMNS}
    )
    join appended a on a.dispatch_id = u."dispatchId"
      and a.strand = u.strand
      and a.claimed
  )
  select dispatch_id, strand, claimed, month
  from appended`;

/** Returns whether the new messages of a strand are claimed, so that the caller publishes their batches. */
export async function appendToBuckets(
  tx: Tx,
  { buckets, strands, batches, leaseMs }: Growth,
): Promise<(dispatchId: number, strand: number) => boolean> {
  const appended = await tx.planned<{ dispatch_id: number; strand: number; claimed: boolean; month: string | null }>(
    APPEND_TO_BUCKETS,
    [json(buckets), json(strands.map(strandRow)), json(batches.map(batchRow)), tx.now, leaseMs],
  );
  const months = new Map(strands.map((strand) => [`${strand.dispatchId}.${strand.strand}`, strand.month]));
  const turned = appended.find((row) => months.get(`${row.dispatch_id}.${row.strand}`) !== row.month);
  if (turned !== undefined) throw new MonthTurned(turned.dispatch_id, turned.strand, turned.month);
  const claimed = new Set(appended.filter((row) => row.claimed).map((row) => `${row.dispatch_id}.${row.strand}`));
  return (dispatchId, strand) => claimed.has(`${dispatchId}.${strand}`);
}

/** JSON numbers cannot hold every bigint: a bigint travels as text. */
const json = (rows: readonly unknown[]) =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** Column `route` holds the brand id. */
const strandRow = ({ key, ...strand }: BucketStrandGrowth) => ({ ...strand, ...key, route: key.brand });

/** Messages are published, not stored with the batch. */
const batchRow = (batch: NewBatch) => ({ ...batch, messages: undefined });
