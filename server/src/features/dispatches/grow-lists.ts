// Adds to lists of single messages: totals, strands and batches in one statement. A code waits for every round trip
// that its acceptance takes, and each is dear while bulk keeps the database busy.
import type { Tx } from '../../platform/database.ts';
import type { NewBatch } from './batches.ts';
import type { ListStrandGrowth } from './list-strands.ts';

export type ListGrowth = {
  readonly id: number;
  readonly messages: number;
  readonly parts: number;
  readonly amountMicros: bigint;
  readonly firstId: string;
  readonly lastId: string;
};

export type Growth = {
  readonly lists: readonly ListGrowth[];
  readonly strands: readonly ListStrandGrowth[];
  /** Of strands that are `direct`; those of a strand where something waits already are left out. */
  readonly batches: readonly NewBatch[];
  readonly leaseMs: number;
};

/**
 * A list of a day that is over, whose reserve another process has moved to the new month meanwhile. Looks like a
 * serialization failure, so that `inTransaction` repeats the work, with a list of the new day.
 */
class MonthTurned extends Error {
  override readonly name = 'MonthTurned';
  readonly code = '40001';

  constructor(month: string | null) {
    super(`the reserve of the list was moved to ${month ?? 'no month'}`);
  }
}

/** A list that had come to its end goes on. Names the strands whose new messages the caller has claimed. */
export async function growLists(
  tx: Tx,
  { lists, strands, batches, leaseMs }: Growth,
): Promise<(dispatchId: number, strand: number) => boolean> {
  const grown = await tx.planned<{ dispatch_id: number; strand: number; claimed: boolean; month: string | null }>(
    `with lists as (
       update dispatches d set last_seq = d.last_seq + u.messages, messages_total = d.messages_total + u.messages, parts_total = d.parts_total + u.parts,
         estimate_micros = d.estimate_micros + u."amountMicros", reserved_micros = d.reserved_micros + u."amountMicros", first_message_id = least(d.first_message_id, u."firstId"),
         last_message_id = greatest(d.last_message_id, u."lastId"), ended_at = null
       from json_to_recordset($1::json) as u(id int, messages int, parts int, "amountMicros" bigint, "firstId" uuid, "lastId" uuid)
       where d.id = u.id),
     grown as (
       insert into strands as t (dispatch_id, strand, company_id, channel_type, sender_id, route, traffic_type, lane, timezone, tariff_id, part_micros,
         messages, parts, amount_micros, last_seq, cursor_seq, runnable, next_at, eligible_at, start_at, give_up_at, month, country)
       select "dispatchId", strand, "companyId", "channelType", "senderId", route, "trafficType", lane, timezone, "tariffId", "partMicros", messages, parts,
         "amountMicros", "lastSeq", case when direct then "lastSeq" else 0 end, not direct, $4, "eligibleAt", case when timezone <> '' then "eligibleAt" end, "giveUpAt", month, country
       from json_to_recordset($2::json) as u("dispatchId" int, strand smallint, "companyId" int, "channelType" text, "senderId" int, route smallint,
         "trafficType" text, lane smallint, timezone text, "tariffId" int, "partMicros" bigint, messages int, parts int, "amountMicros" bigint, "lastSeq" int,
         direct boolean, "eligibleAt" timestamptz, "giveUpAt" timestamptz, month date, country text)
       order by "dispatchId", strand
       on conflict (dispatch_id, strand) do update set messages = t.messages + excluded.messages, parts = t.parts + excluded.parts,
         amount_micros = t.amount_micros + excluded.amount_micros, last_seq = excluded.last_seq,
         cursor_seq = case when t.cursor_seq = t.last_seq and not excluded.runnable then excluded.last_seq else t.cursor_seq end,
         runnable = t.cursor_seq < t.last_seq or excluded.runnable,
         next_at = case when t.cursor_seq < t.last_seq then t.next_at else excluded.next_at end,
         eligible_at = case when t.cursor_seq < t.last_seq then t.eligible_at else excluded.eligible_at end,
         held_since = case when t.cursor_seq < t.last_seq then t.held_since end
       returning t.dispatch_id, t.strand, t.cursor_seq = t.last_seq as claimed, t.month::text as month),
     claimed as (
       insert into batches (id, company_id, dispatch_id, strand, sender_id, from_seq, to_seq, first_message_id, last_message_id, count, link_id, lane, traffic_type, month, part_micros, due_at)
       select u.id, u."companyId", u."dispatchId", u.strand, u."senderId", u."fromSeq", u."toSeq", u."firstId", u."lastId", u.count, u."linkId", u.lane,
         u."trafficType", u.month, u."partMicros", clock_timestamp() + $5 * interval '1 millisecond'
       from json_to_recordset($3::json) as u(id uuid, "companyId" int, "dispatchId" int, strand smallint, "senderId" int, "fromSeq" int, "toSeq" int,
         "firstId" uuid, "lastId" uuid, count int, "linkId" int, lane smallint, "trafficType" text, month date,
         "partMicros" bigint)
       join grown g on g.dispatch_id = u."dispatchId" and g.strand = u.strand and g.claimed)
     select dispatch_id, strand, claimed, month from grown`,
    [json(lists), json(strands.map(flat)), json(batches.map(withoutMessages)), tx.now, leaseMs],
  );
  const months = new Map(strands.map((strand) => [`${strand.dispatchId}.${strand.strand}`, strand.month]));
  const turned = grown.find((row) => months.get(`${row.dispatch_id}.${row.strand}`) !== row.month);
  if (turned !== undefined) throw new MonthTurned(turned.month);
  const claimed = new Set(grown.filter((row) => row.claimed).map((row) => `${row.dispatch_id}.${row.strand}`));
  return (dispatchId, strand) => claimed.has(`${dispatchId}.${strand}`);
}

/** Whole numbers beyond those of JSON travel as text. */
const json = (rows: readonly unknown[]) =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

const flat = ({ key, ...strand }: ListStrandGrowth) => ({ ...strand, ...key });

/** What is published of a batch is no part of its row. */
const withoutMessages = (batch: NewBatch) => ({ ...batch, messages: undefined });
