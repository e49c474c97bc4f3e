// Moves whatever in a range of a strand still has the status it should start from: the end of a lifetime, a stop, a
// hold that lasted too long. Many ranges are one statement.
import type { Tx } from '../../platform/database.ts';
import { MONEY_MONTH, type MovedRow, SUMS, TOLD } from './move-messages.ts';

/** Positions of a strand, and the ids that bound its messages. */
export type MessageRange = {
  readonly dispatchId: number;
  readonly strand: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly firstId: string;
  readonly lastId: string;
};

export type RangeMove = MessageRange & {
  readonly status: number;
  readonly errorCode: number | null;
  readonly charged: boolean;
  /** Where the reserve of what was not sent is; null where nothing is reserved. */
  readonly month: string | null;
  /** Of what counts as handed over. */
  readonly sentAt: Date | null;
};

/** Range by range: an index finds the messages, and ids beyond all of them leave whole days out. */
const OF_RANGE = `m.dispatch_id = u.dispatch_id and m.strand = u.strand and m.seq between u.from_seq and u.to_seq
  and m.id between u.first_id and u.last_id and m.id between $7 and $8`;

function valuesOf(ranges: readonly MessageRange[]): unknown[] {
  return [
    ranges.map((range) => range.dispatchId),
    ranges.map((range) => range.strand),
    ranges.map((range) => range.fromSeq),
    ranges.map((range) => range.toSeq),
    ranges.map((range) => range.firstId),
    ranges.map((range) => range.lastId),
    ranges.map((range) => range.firstId).toSorted()[0],
    ranges
      .map((range) => range.lastId)
      .toSorted()
      .at(-1),
  ];
}

export function moveRanges(tx: Tx, ranges: readonly RangeMove[], from: 0 | 1): Promise<MovedRow[]> {
  if (ranges.length === 0) return Promise.resolve([]);
  return tx.query<MovedRow>(
    `with u as materialized (
       select * from unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::uuid[], $6::uuid[], $9::smallint[], $10::smallint[], $11::boolean[], $14::date[], $15::timestamptz[])
         as u(dispatch_id, strand, from_seq, to_seq, first_id, last_id, status, error_code, charged, month, sent_at)),
     moved as (
       update messages m set status = u.status, error_code = u.error_code, sent_at = case when u.status = 1 then u.sent_at else m.sent_at end,
         final_at = case when u.status = 1 then null else $12::timestamptz end,
         price_micros = case when u.status = 1 then null when u.charged then coalesce(m.due_micros, m.amount_micros) else 0 end
       from u where ${OF_RANGE} and m.status = $13
       returning m.id, m.dispatch_id, m.status, m.status = 1 as was_sent, ${MONEY_MONTH}, ${TOLD})
     ${SUMS}`,
    [
      ...valuesOf(ranges),
      ranges.map((range) => range.status),
      ranges.map((range) => range.errorCode),
      ranges.map((range) => range.charged),
      tx.now,
      from,
      ranges.map((range) => range.month),
      ranges.map((range) => range.sentAt),
    ],
  );
}

/** What has not left CREATED, with the place of its range. */
export async function selectCreatedRanges(
  tx: Tx,
  ranges: readonly MessageRange[],
): Promise<{ id: string; at: number }[]> {
  if (ranges.length === 0) return [];
  return tx.query<{ id: string; at: number }>(
    `with u as materialized (
       select * from unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::uuid[], $6::uuid[])
         with ordinality as u(dispatch_id, strand, from_seq, to_seq, first_id, last_id, at))
     select m.id, (u.at - 1)::int as at from u join messages m on ${OF_RANGE} where m.status = 0`,
    valuesOf(ranges),
  );
}

/** The last position of the next portion of a strand. */
export async function findPortionEnd(
  tx: Tx,
  range: Omit<MessageRange, 'fromSeq'> & { readonly afterSeq: number; readonly take: number },
): Promise<number> {
  const rows = await tx.query<{ seq: number | null }>(
    `select max(seq) as seq from (
       select seq from messages where dispatch_id = $1 and strand = $2 and seq > $3 and seq <= $4 and id between $5 and $6 order by seq limit $7) portion`,
    [range.dispatchId, range.strand, range.afterSeq, range.toSeq, range.firstId, range.lastId, range.take],
  );
  return rows[0]?.seq ?? range.toSeq;
}

export type CreatedSum = { readonly messages: number; readonly parts: number; readonly amountMicros: bigint };

/** What of each range has not left CREATED, in their order. */
export async function sumCreatedRanges(tx: Tx, ranges: readonly MessageRange[]): Promise<CreatedSum[]> {
  if (ranges.length === 0) return [];
  return tx.query<CreatedSum>(
    `with u as materialized (
       select *
       from unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::uuid[], $6::uuid[])
         with ordinality as u(dispatch_id, strand, from_seq, to_seq, first_id, last_id, at))
     select count(m.id)::int as messages,
       coalesce(sum(m.parts), 0)::int as parts,
       coalesce(sum(m.amount_micros), 0)::bigint as "amountMicros"
     from u
     left join messages m on ${OF_RANGE} and m.status = 0
     group by u.at
     order by u.at`,
    valuesOf(ranges),
  );
}
