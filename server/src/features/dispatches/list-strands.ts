// Strands of lists of single messages. Where nothing of a strand waits, its new messages are claimed by whoever adds
// them; else they queue behind what waits, and the pacer has them.
import type { Tx } from '../../platform/database.ts';
import type { StrandKey } from '../messages/plan-messages.ts';

export type ListStrand = {
  readonly dispatchId: number;
  readonly strand: number;
  readonly senderId: number;
  readonly route: number;
  readonly timezone: string;
  readonly trafficType: string;
  readonly tariffId: number;
  readonly partMicros: bigint | null;
};

export function selectListStrands(tx: Tx, dispatchIds: readonly number[]) {
  return tx.planned<ListStrand>(
    `select dispatch_id as "dispatchId", strand, sender_id as "senderId", route, timezone, traffic_type as "trafficType", tariff_id as "tariffId",
       part_micros as "partMicros" from strands where dispatch_id = any($1::int[])`,
    [dispatchIds],
  );
}

/**
 * Prices of a part that the day's lists have fixed, by digest. Strands of such prices are made under the lock of
 * their counter, so whoever holds it sees them all.
 */
export function selectListPrices(
  tx: Tx,
  { companyId, day }: { readonly companyId: number; readonly day: string },
  digests: readonly string[],
) {
  return tx.query<Omit<ListStrand, 'dispatchId' | 'strand' | 'partMicros'> & { digest: string; partMicros: bigint }>(
    `select d.settings_digest as digest, t.sender_id as "senderId", t.route, t.timezone, t.traffic_type as "trafficType", t.tariff_id as "tariffId",
       t.part_micros as "partMicros" from dispatches d join strands t on t.dispatch_id = d.id
     where d.company_id = $1 and d.send_day = $2 and d.settings_digest = any($3::text[]) and d.kind = 'SEND' and t.part_micros is not null`,
    [companyId, day, digests],
  );
}

export type ListStrandGrowth = {
  readonly dispatchId: number;
  readonly strand: number;
  readonly companyId: number;
  readonly channelType: string;
  readonly key: StrandKey;
  readonly partMicros: bigint | null;
  messages: number;
  parts: number;
  amountMicros: bigint;
  lastSeq: number;
  /** Its messages could go at once, over a link that is there. */
  readonly direct: boolean;
  readonly eligibleAt: Date;
  readonly startAt: Date | null;
  readonly giveUpAt: Date | null;
};

/** Names the strands whose new messages the caller has claimed. */
export async function growListStrands(
  tx: Tx,
  rows: readonly ListStrandGrowth[],
): Promise<(dispatchId: number, strand: number) => boolean> {
  const grown = await tx.planned<{ dispatch_id: number; strand: number; claimed: boolean }>(
    `insert into strands as t (dispatch_id, strand, company_id, channel_type, sender_id, route, traffic_type, lane, timezone, tariff_id, part_micros,
       messages, parts, amount_micros, last_seq, cursor_seq, runnable, next_at, eligible_at, start_at, give_up_at)
     select dispatch_id, strand, company_id, channel, sender_id, route, traffic, lane, zone, tariff_id, part_micros, messages, parts, amount, last_seq,
       case when direct then last_seq else 0 end, not direct, $15, eligible_at, start_at, give_up_at
     from unnest($1::int[], $2::smallint[], $3::int[], $4::text[], $5::int[], $6::smallint[], $7::text[], $8::smallint[], $9::text[], $10::int[],
       $11::int[], $12::int[], $13::bigint[], $14::int[], $16::boolean[], $17::timestamptz[], $18::bigint[], $19::timestamptz[], $20::timestamptz[])
       as u(dispatch_id, strand, company_id, channel, sender_id, route, traffic, lane, zone, tariff_id, messages, parts, amount, last_seq, direct,
         eligible_at, part_micros, start_at, give_up_at)
     order by dispatch_id, strand
     on conflict (dispatch_id, strand) do update set messages = t.messages + excluded.messages, parts = t.parts + excluded.parts,
       amount_micros = t.amount_micros + excluded.amount_micros, last_seq = excluded.last_seq,
       cursor_seq = case when t.cursor_seq = t.last_seq and not excluded.runnable then excluded.last_seq else t.cursor_seq end,
       runnable = t.cursor_seq < t.last_seq or excluded.runnable,
       next_at = case when t.cursor_seq < t.last_seq then t.next_at else excluded.next_at end,
       eligible_at = case when t.cursor_seq < t.last_seq then t.eligible_at else excluded.eligible_at end,
       held_since = case when t.cursor_seq < t.last_seq then t.held_since end
     returning dispatch_id, strand, cursor_seq = last_seq as claimed`,
    [
      rows.map((row) => row.dispatchId),
      rows.map((row) => row.strand),
      rows.map((row) => row.companyId),
      rows.map((row) => row.channelType),
      rows.map((row) => row.key.senderId),
      rows.map((row) => row.key.route),
      rows.map((row) => row.key.trafficType),
      rows.map((row) => row.key.lane),
      rows.map((row) => row.key.timezone),
      rows.map((row) => row.key.tariffId),
      rows.map((row) => row.messages),
      rows.map((row) => row.parts),
      rows.map((row) => row.amountMicros),
      rows.map((row) => row.lastSeq),
      tx.now,
      rows.map((row) => row.direct),
      rows.map((row) => row.eligibleAt),
      rows.map((row) => row.partMicros),
      rows.map((row) => row.startAt),
      rows.map((row) => row.giveUpAt),
    ],
  );
  const claimed = new Set(grown.filter((row) => row.claimed).map((row) => `${row.dispatch_id}.${row.strand}`));
  return (dispatchId, strand) => claimed.has(`${dispatchId}.${strand}`);
}
