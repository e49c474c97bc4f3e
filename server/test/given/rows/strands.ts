// Rows of strands.
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
