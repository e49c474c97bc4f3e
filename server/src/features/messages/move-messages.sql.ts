// With move-ranges.sql.ts, the only writers of a message's status. It moves forward along CREATED → SENT → DELIVERED |
// FAILED and never twice: each statement names the status it starts from.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { SUMMED_COLUMNS, SUMS } from './moved-sums.sql.ts';

const { CREATED, SENT, DELIVERED } = MESSAGE_STATUS_CODES;

export type Move = {
  id: string;
  status: number;
  sentAt: Date | null;
  finalAt: Date | null;
  errorCode: number | null;
  /** The provider's own code of a failure. */
  providerCode: string | null;
  charged: boolean;
  /** Month of the reserve; null: nothing is reserved. The reserve of a sent message is in the month of `sentAt`. */
  month: string | null;
};

/** The link that takes a message when it leaves CREATED, and what the link charges for a part; null: unknown. */
export type HandOver = { linkId: number | null; partCostMicros: bigint | null; costCurrency: string | null };

/** Not handed over. */
export const NO_HAND_OVER: HandOver = { linkId: null, partCostMicros: null, costCurrency: null };

export type CreatedMove = Move & HandOver;

/** A move of a message whose price depends on volume: the reserved amount, and from hand-over on the price. */
export type PricedMove = CreatedMove & {
  amountMicros: bigint;
  dueMicros: bigint | null;
  packageMicros: bigint | null;
  volumeBefore: number | null;
};

/** Per dispatch and new status: sums for progress and money, and the events in the form callbacks store them. */
export type MovedRow = {
  dispatch_id: number;
  status: number;
  was_sent: boolean;
  /** It was never handed over: a failure of such a message is `unsent`. */
  never_sent: boolean;
  /** The month of their money; null where nothing was reserved. */
  month: string | null;
  messages: number;
  parts: number;
  amount_micros: bigint;
  price_micros: bigint;
  /** Partner dispatches with a callback: a line of plain words each. Messaging API: a line of JSON each. */
  events: string | null;
  /** Messages that a further step of their cascade may follow. */
  cascading: string[] | null;
  /** Number of ended messages that a further step may still follow. */
  followed: number;
  /** The longest time from acceptance to hand-over or failure. */
  longest_wait_ms: number;
  /** The link that took them; null: unknown, or they were never handed over. */
  link_id: number | null;
  /** The day of the hand-over (Europe/Moscow), such as 2026-11-18. */
  sent_day: string | null;
  cost_currency: string | null;
  cost_micros: bigint;
  /** Messages with a known cost. */
  costed: number;
  package_micros: bigint;
  /** Messages that became final days after they were sent: id, amount and price. Their month may be closed. */
  late: string[] | null;
  /** Of final messages that were handed over: time from the hand-over to the receipt. */
  receipt_seconds: number[] | null;
};

/** A line of `events` of the messaging API. Times in milliseconds, 0 for none; amounts as text. */
export type MovedLine = readonly [
  id: string,
  externalMessageId: string | null,
  cascadeRoot: string | null,
  cascadeStep: number | null,
  sentMs: number,
  finalMs: number,
  errorCode: number,
  parts: number,
  priceAtSent: string,
  price: string,
  verificationId: string | null,
];

const moveTypes = {
  id: 'uuid',
  status: 'smallint',
  sentAt: 'timestamptz',
  finalAt: 'timestamptz',
  errorCode: 'smallint',
  providerCode: 'text',
  charged: 'boolean',
  month: 'date',
} as const;
const createdTypes = { ...moveTypes, linkId: 'int', partCostMicros: 'bigint', costCurrency: 'text' } as const;
const moveColumns = bulkColumns(moveTypes, 3);
const createdColumns = bulkColumns(createdTypes, 3);
const pricedColumns = bulkColumns(
  { ...createdTypes, amountMicros: 'bigint', dueMicros: 'bigint', packageMicros: 'bigint', volumeBefore: 'int' },
  3,
);

/**
 * SQL: the moves. A cached plan does not know the length of an array and expects ten rows; it would compare every move
 * with every message. `$2` is an array of a single element: with two arrays the plan expects a hundred rows and uses a
 * hash table.
 */
const givenMoves = (columns: Pick<typeof moveColumns, 'as'>): string => `select u.*
       from ${columns.as('u')},
         unnest($2::int[])`;
const ONCE = '{1}';
/**
 * SQL: looks messages up by id. The lowest id, `$1`, excludes the partitions of earlier days. A highest id is not
 * given: with both bounds the planner expects a single message and compares every move with every message.
 */
const BY_ID = 'm.id = u.id and m.id = any($3::uuid[]) and m.id >= $1';
/**
 * SQL: the message is still in this status. The planner expects half of the messages to pass `coalesce`. In a partition
 * without statistics it expects one in 200 to pass a plain comparison, and compares every move with every message.
 */
const isStill = (status: typeof CREATED | typeof SENT) => `coalesce(m.status = ${status}, false)`;
/** SQL: the Europe/Moscow month in which the message `m` was sent. */
const SENT_MONTH = `date_trunc('month', m.sent_at at time zone 'Europe/Moscow')::date`;
/** SQL: the month of the money of message `m`; `u.month` until it is sent. */
export const MONEY_MONTH = `coalesce(${SENT_MONTH}, u.month) as month`;
/** Undelivered messages are charged for SMS only. */
const CHARGED = `u.charged
           and (
             u.status = ${DELIVERED}
             or (select d.channel_type from dispatches d where d.id = m.dispatch_id) = 'SMS')`;
/** Under a fixed price the amount is the price; otherwise the price was set at hand-over. */
const PRICE = `case
           when u.final_at is null then null
           when ${CHARGED} then coalesce(m.due_micros, m.amount_micros)
           else 0
         end`;

/** The bounds limit the search to the partitions of these ids. */
export function firstAndLast(ids: readonly string[]): [first: string | undefined, last: string | undefined] {
  let [first] = ids;
  let last = first;
  for (const id of ids) {
    if (first === undefined || id < first) first = id;
    if (last === undefined || id > last) last = id;
  }
  return [first, last];
}

const lowestId = (moves: readonly Move[]): string | undefined => firstAndLast(moves.map((move) => move.id))[0];

export type Moved = { moved: MovedRow[]; unmoved: string[] };

const RETURNED = `m.id, m.dispatch_id, m.status, m.sent_at is not null as was_sent,
         ${MONEY_MONTH},
         ${SUMMED_COLUMNS}`;
const SET = `status = u.status,
         sent_at = u.sent_at,
         final_at = u.final_at,
         error_code = u.error_code,
         provider_code = u.provider_code,
         link_id = u.link_id,
         cost_micros = u.part_cost_micros * m.parts,
         cost_currency = u.cost_currency`;
const OUTCOME = `sums as (${SUMS})
     select sums.*, null::uuid[] as unmoved
     from sums
     union all
     select null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
       null, null, null, null, null,
       array(select id from u except select id from moved)`;

type MovedOrNot = MovedRow & { unmoved: string[] | null };

const splitMoved = (rows: readonly MovedOrNot[]): Moved => ({
  moved: rows.filter((row) => row.unmoved === null),
  unmoved: rows.find((row) => row.unmoved !== null)?.unmoved ?? [],
});

const MOVE_CREATED = `with u as (
       ${givenMoves(createdColumns)}),
     moved as (
       update messages m
       set ${SET},
         price_micros = ${PRICE}
       from u
       where ${BY_ID}
         and ${isStill(CREATED)}
       returning ${RETURNED}),
     ${OUTCOME}`;

/** CREATED → SENT, or straight to a final status. `unmoved`: messages that had moved before. */
export async function moveCreated(tx: Tx, moves: readonly CreatedMove[]): Promise<Moved> {
  const values = [lowestId(moves), ONCE, ...createdColumns.values(moves)];
  return splitMoved(await tx.planned<MovedOrNot>(MOVE_CREATED, values));
}

const MOVE_CREATED_PRICED = `with u as (
       ${givenMoves(pricedColumns)}),
     moved as (
       update messages m
       set ${SET},
         amount_micros = u.amount_micros,
         due_micros = u.due_micros,
         package_micros = u.package_micros,
         volume_before = u.volume_before,
         price_micros = case
           when u.final_at is null then null
           when ${CHARGED} then u.due_micros
           else 0
         end
       from u
       where ${BY_ID}
         and ${isStill(CREATED)}
       returning ${RETURNED}),
     ${OUTCOME}`;

/** `moveCreated` where the price depends on volume. */
export async function moveCreatedPriced(tx: Tx, moves: readonly PricedMove[]): Promise<Moved> {
  const values = [lowestId(moves), ONCE, ...pricedColumns.values(moves)];
  return splitMoved(await tx.planned<MovedOrNot>(MOVE_CREATED_PRICED, values));
}

export type CreatedMessage = { id: string; destination: string; parts: number };

/** Messages in CREATED, ordered by id. */
export function selectCreated(tx: Tx, ids: readonly string[]) {
  return tx.planned<CreatedMessage>(
    `select id, destination::text as destination, parts
     from messages
     where id = any($1::uuid[])
       and id between $2 and $3
       and status = ${CREATED}
     order by id`,
    [arrayLiteral(ids), ...firstAndLast(ids)],
  );
}

/** In any status. */
export function selectParts(tx: Tx, ids: readonly string[]) {
  return tx.query<{ id: string; parts: number }>(
    `select id, parts
     from messages
     where id = any($1::uuid[])`,
    [ids],
  );
}

/** The messages among these that are past CREATED. */
export async function selectPastCreated(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id
     from messages
     where id = any($1::uuid[])
       and id between $2 and $3
       and status > ${CREATED}`,
    [ids, ...firstAndLast(ids)],
  );
  return rows.map((row) => row.id);
}

const MOVE_SENT = `with u as (
       ${givenMoves(moveColumns)}),
     moved as (
       update messages m
       set status = u.status,
         final_at = greatest(u.final_at, m.sent_at),
         error_code = u.error_code,
         provider_code = u.provider_code,
         price_micros = ${PRICE}
       from u
       where ${BY_ID}
         and ${isStill(SENT)}
       returning m.id, m.dispatch_id, m.status, false as was_sent,
         ${MONEY_MONTH},
         ${SUMMED_COLUMNS})
     ${SUMS}`;

/** SENT → DELIVERED or FAILED. A receipt may precede the report of its batch; `final_at` is never before `sent_at`. */
export function moveSent(tx: Tx, moves: readonly Move[]) {
  return tx.planned<MovedRow>(MOVE_SENT, [lowestId(moves), ONCE, ...moveColumns.values(moves)]);
}
