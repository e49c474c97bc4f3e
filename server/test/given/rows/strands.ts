// Rows of strands.
import type { TrafficType } from '@volley/domain/money/tariff.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { LANES, type Lane } from '@volley/domain/sending/lane.ts';
import { oneRow, type Place, statement } from './statement.ts';

/** Copies the strand of a message, as if one more message waited in each copy. */
export async function copyStrandOf(place: Place, messageId: string, copies: number): Promise<void> {
  await statement(
    place,
    `insert into strands (dispatch_id, strand, company_id, channel_type, sender_id, route, traffic_type, lane,
       timezone, tariff_id, messages, parts, amount_micros, last_seq, runnable, next_at, eligible_at)
     select t.dispatch_id, at + 1, t.company_id, t.channel_type, t.sender_id, t.route, t.traffic_type, t.lane,
       t.timezone, t.tariff_id, 1, 1, 0, 1, true, t.next_at, t.eligible_at
     from strands t
     join messages m on m.dispatch_id = t.dispatch_id and m.strand = t.strand
     cross join generate_series(1, $2::int) at
     where m.id = $1`,
    [messageId, copies],
  );
}

/** Strands from which the pacer may claim. */
export async function countRunnable(place: Place, companyId: number): Promise<number> {
  const { count } = await oneRow<{ count: number }>(
    place,
    'select count(*)::int from strands where company_id = $1 and runnable',
    [companyId],
  );
  return count;
}

/** Messages of the company that wait are given up from now on. */
export async function endPatience(place: Place, companyId: number): Promise<void> {
  await statement(place, `update strands set give_up_at = now() - interval '1 second' where company_id = $1`, [
    companyId,
  ]);
}

/** The buckets of a company beside their strands and messages. */
export const bucketBooks = (place: Place, companyId: number) =>
  oneRow<Record<'buckets' | 'total' | 'inStrands' | 'positions' | 'inWrongStrand', number>>(
    place,
    `select count(distinct d.id)::int as buckets, max(d.messages_total)::int as total,
       (select sum(t.messages)::int from strands t where t.company_id = $1) as "inStrands",
       count(distinct m.seq)::int as positions,
       (count(*) filter (where t.sender_id <> m.sender_id or t.route <> m.brand))::int as "inWrongStrand"
     from dispatches d
     join messages m on m.dispatch_id = d.id
     join strands t on t.dispatch_id = m.dispatch_id and t.strand = m.strand
     where d.company_id = $1`,
    [companyId],
  );

export type MessageTraffic = {
  readonly templateId: number | null;
  readonly trafficType: TrafficType;
  readonly lane: Lane | undefined;
};

/** Template, type of traffic and lane of each message of the dispatch, in their order. */
export async function trafficOf(place: Place, dispatchId: number): Promise<MessageTraffic[]> {
  const rows = await statement<Omit<MessageTraffic, 'lane'> & { code: number }>(
    place,
    `select m.template_id as "templateId", s.traffic_type as "trafficType", s.lane as code
     from messages m
     join strands s on s.dispatch_id = m.dispatch_id and s.strand = m.strand
     where m.dispatch_id = $1
     order by m.seq`,
    [dispatchId],
  );
  return rows.map(({ code, ...rest }) => ({ ...rest, lane: LANES[code] }));
}

/** The most strands that a bucket has, among those that send under names of the company with this beginning. */
export async function fullestBucket(
  place: Place,
  companyId: number,
  channelType: ChannelType,
  beginning: string,
): Promise<number> {
  const { fullest } = await oneRow<{ fullest: number }>(
    place,
    `select max(strand) as fullest
     from strands
     where dispatch_id in (
       select t.dispatch_id
       from strands t
       join senders s on s.id = t.sender_id
       where s.company_id = $1 and s.channel_type = $2 and starts_with(s.sender_name, $3))`,
    [companyId, channelType, beginning],
  );
  return fullest;
}

/** Makes the messages of the dispatch transactional, on a connection of a test that runs the program in processes. */
export async function makeTransactional(
  client: { query(text: string, values: unknown[]): Promise<unknown> },
  dispatchId: number,
): Promise<void> {
  const trafficType: TrafficType = 'TRANSACT';
  await client.query('update strands set traffic_type = $2 where dispatch_id = $1', [dispatchId, trafficType]);
}

/** As if the messages of the dispatch were codes, which go before all others. */
export async function makeUrgent(place: Place, dispatchId: number): Promise<void> {
  const trafficType: TrafficType = 'AUTHORIZE';
  await statement(place, 'update strands set lane = $2, traffic_type = $3 where dispatch_id = $1', [
    dispatchId,
    LANES.indexOf('urgent'),
    trafficType,
  ]);
}
