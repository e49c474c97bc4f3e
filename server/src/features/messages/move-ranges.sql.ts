// Moves the messages of position ranges that still have the status to start from: end of a lifetime, a stop, a hold
// that lasted too long. A statement moves many ranges.
import { must } from '@volley/domain/must.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { uuidFloor } from '../../platform/uuid-v7.ts';
import { MONEY_MONTH, type MovedRow } from './move-messages.sql.ts';
import { SUMMED_COLUMNS, SUMS } from './moved-sums.sql.ts';

const { CREATED, SENT, FAILED } = MESSAGE_STATUS_CODES;

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
  /** Month of the reserve of unsent messages; null: nothing is reserved. */
  readonly month: string | null;
  /** For a move to SENT. */
  readonly sentAt: Date | null;
  readonly linkId: number | null;
};

export const RANGE_TYPES = {
  dispatchId: 'int',
  strand: 'smallint',
  fromSeq: 'int',
  toSeq: 'int',
  firstId: 'uuid',
  lastId: 'uuid',
} as const;
const rangeColumns = bulkColumns(RANGE_TYPES, 3);
const failedColumns = bulkColumns(RANGE_TYPES, 4);
const moveColumns = bulkColumns(
  {
    ...RANGE_TYPES,
    status: 'smallint',
    errorCode: 'smallint',
    charged: 'boolean',
    month: 'date',
    sentAt: 'timestamptz',
    linkId: 'int',
  },
  5,
);

/** Range by range: an index finds the messages. The lowest and highest id, `$1` and `$2`, exclude whole partitions. */
const OF_RANGE = `m.dispatch_id = u.dispatch_id
       and m.strand = u.strand
       and m.seq between u.from_seq and u.to_seq
       and m.id between u.first_id and u.last_id
       and m.id between $1 and $2`;

function lowestAndHighestId(ranges: readonly MessageRange[]): [lowest: string, highest: string] {
  const lowest = ranges.map((range) => range.firstId).toSorted()[0];
  const highest = ranges.map((range) => range.lastId).toSorted();
  return [must(lowest, 'lowest id of the ranges'), must(highest.at(-1), 'highest id of the ranges')];
}

const MOVE_RANGES = `with u as materialized (
       select *
       from ${moveColumns.as('u')}),
     moved as (
       update messages m
       set status = u.status,
         error_code = u.error_code,
         sent_at = case when u.status = ${SENT} then u.sent_at else m.sent_at end,
         link_id = coalesce(u.link_id, m.link_id),
         final_at = case when u.status = ${SENT} then null else $3::timestamptz end,
         price_micros = case
           when u.status = ${SENT} then null
           when u.charged then coalesce(m.due_micros, m.amount_micros)
           else 0
         end
       from u
       where ${OF_RANGE}
         and m.status = $4
       returning m.id, m.dispatch_id, m.status, m.status = ${SENT} as was_sent,
         ${MONEY_MONTH},
         ${SUMMED_COLUMNS})
     ${SUMS}`;

export function moveRanges(
  tx: Tx,
  ranges: readonly RangeMove[],
  from: typeof CREATED | typeof SENT,
): Promise<MovedRow[]> {
  if (ranges.length === 0) return Promise.resolve([]);
  return tx.query<MovedRow>(MOVE_RANGES, [...lowestAndHighestId(ranges), tx.now, from, ...moveColumns.values(ranges)]);
}

const SELECT_CREATED_RANGES = `with u as materialized (
       select *
       from ${rangeColumns.withPosition('u', 'at')})
     select m.id, (u.at - 1)::int as at
     from u
     join messages m on ${OF_RANGE}
     where m.status = ${CREATED}`;

/** Messages in CREATED; `at` is the index of their range. */
export async function selectCreatedRanges(
  tx: Tx,
  ranges: readonly MessageRange[],
): Promise<{ id: string; at: number }[]> {
  if (ranges.length === 0) return [];
  return tx.query<{ id: string; at: number }>(SELECT_CREATED_RANGES, [
    ...lowestAndHighestId(ranges),
    ...rangeColumns.values(ranges),
  ]);
}

const SELECT_FAILED_RANGES = `with u as materialized (
       select *
       from ${failedColumns.withPosition('u', 'at')})
     select m.id, (u.at - 1)::int as at
     from u
     join messages m on ${OF_RANGE}
     where m.status = ${FAILED}
       and m.final_at = $3`;

/** Messages that failed at the time of the transaction; `at` is the index of their range. */
export async function selectFailedRanges(
  tx: Tx,
  ranges: readonly MessageRange[],
): Promise<{ id: string; at: number }[]> {
  if (ranges.length === 0) return [];
  return tx.query<{ id: string; at: number }>(SELECT_FAILED_RANGES, [
    ...lowestAndHighestId(ranges),
    tx.now,
    ...failedColumns.values(ranges),
  ]);
}

/** The last position of the next portion of a strand. */
export async function findPortionEnd(
  tx: Tx,
  range: Omit<MessageRange, 'fromSeq'> & { readonly afterSeq: number; readonly take: number },
): Promise<number> {
  const rows = await tx.query<{ seq: number | null }>(
    `select max(seq) as seq
     from (
       select seq
       from messages
       where dispatch_id = $1
         and strand = $2
         and seq > $3
         and seq <= $4
         and id between $5 and $6
       order by seq
       limit $7) portion`,
    [range.dispatchId, range.strand, range.afterSeq, range.toSeq, range.firstId, range.lastId, range.take],
  );
  return rows[0]?.seq ?? range.toSeq;
}

/** The first message of a strand behind `afterSeq` that was created later than this. */
export async function findCreatedAfter(
  tx: Tx,
  range: Omit<MessageRange, 'fromSeq'> & { readonly afterSeq: number },
  since: Date,
): Promise<{ readonly seq: number; readonly createdAt: Date } | undefined> {
  const rows = await tx.query<{ seq: number; createdAt: Date }>(
    `select seq, created_at as "createdAt"
     from messages
     where dispatch_id = $1
       and strand = $2
       and seq > $3
       and seq <= $4
       and id between $5 and $6
       and created_at > $7
     order by seq
     limit 1`,
    [range.dispatchId, range.strand, range.afterSeq, range.toSeq, uuidFloor(since.getTime()), range.lastId, since],
  );
  return rows[0];
}

export type CreatedSum = { readonly messages: number; readonly parts: number; readonly amountMicros: bigint };

const SUM_CREATED_RANGES = `with u as materialized (
       select *
       from ${rangeColumns.withPosition('u', 'at')})
     select count(m.id)::int as messages,
       coalesce(sum(m.parts), 0)::int as parts,
       coalesce(sum(m.amount_micros), 0)::bigint as "amountMicros"
     from u
     left join messages m on ${OF_RANGE}
       and m.status = ${CREATED}
     group by u.at
     order by u.at`;

/** Messages of each range that are in CREATED, in the order of the ranges. */
export async function sumCreatedRanges(tx: Tx, ranges: readonly MessageRange[]): Promise<CreatedSum[]> {
  if (ranges.length === 0) return [];
  return tx.query<CreatedSum>(SUM_CREATED_RANGES, [...lowestAndHighestId(ranges), ...rangeColumns.values(ranges)]);
}
