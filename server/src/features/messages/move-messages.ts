// The only writers of a message's status, with move-ranges.ts. It moves forward along CREATED → SENT → DELIVERED |
// FAILED and never twice: each statement names the status it starts from.
import { arrayLiteral, timeArrayLiteral } from '../../platform/array-literal.ts';
import type { Tx } from '../../platform/database.ts';

export type Move = {
  id: string;
  status: number;
  sentAt: Date | null;
  finalAt: Date | null;
  errorCode: number | null;
  charged: boolean;
  /** Where its reserve is; null where nothing is reserved. What was sent has it in the month of `sentAt`. */
  month: string | null;
};

/** A move of a message whose price depends on volume: what was reserved, and from hand-over on what it costs. */
export type PricedMove = Move & {
  amountMicros: bigint;
  dueMicros: bigint | null;
  packageMicros: bigint | null;
  volumeBefore: number | null;
};

/** Per dispatch and new status: sums for progress and money, and the events in the form callbacks keep them. */
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
  /** Of those that ended, how many a further step may still follow. */
  followed: number;
  /** The longest that one of them waited to be handed over or to fail. */
  longest_wait_ms: number;
  /** Of those that became final days after they were sent: id, amount and price, in words. Their month may be closed. */
  late: string[] | null;
};

/** One line of `events` of the messaging API. Times in milliseconds, 0 where there is none; amounts as text. */
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
];

const SENT_MS = "coalesce((date_part('epoch', moved.sent_at) * 1000)::bigint, 0)";
const FINAL_MS = "coalesce((date_part('epoch', moved.final_at) * 1000)::bigint, 0)";

const EVENTS = `string_agg(case when d.kind = 'PARTNER'
    then moved.id || ' ' || moved.destination || ' ' || ${SENT_MS} || ' ' || ${FINAL_MS} || ' ' || coalesce(moved.error_code, 0)
    else json_build_array(moved.id, moved.external_message_id, moved.cascade_root, moved.cascade_step, ${SENT_MS}, ${FINAL_MS}, coalesce(moved.error_code, 0),
      moved.parts, coalesce(moved.due_micros, moved.amount_micros)::text, coalesce(moved.price_micros, 0)::text)::text end,
  E'\\n' order by moved.id) filter (where d.kind <> 'PARTNER' or d.callback_endpoint_id is not null)`;

/** SQL: what `moved` says of each dispatch. */
export const SUMS = `select moved.dispatch_id, moved.status, moved.was_sent, moved.sent_at is null as never_sent, moved.month::text as month, count(*)::int as messages, sum(moved.parts)::int as parts,
  sum(moved.amount_micros)::bigint as amount_micros, sum(coalesce(moved.price_micros, 0))::bigint as price_micros, ${EVENTS} as events,
  array_agg(moved.id) filter (where moved.cascading) as cascading,
  count(*) filter (where moved.cascading and (moved.status = 3 and moved.error_code is distinct from 7002 or moved.status = 2 and moved.awaits_reading))::int as followed,
  date_part('epoch', max(coalesce(moved.sent_at, moved.final_at) - moved.created_at)) * 1000 as longest_wait_ms,
  array_agg(moved.id || ' ' || moved.amount_micros || ' ' || coalesce(moved.price_micros, 0)) filter (where moved.final_at > moved.sent_at + interval '2 days') as late
  from moved join dispatches d on d.id = moved.dispatch_id group by moved.dispatch_id, moved.status, moved.was_sent, never_sent, moved.month
  order by moved.dispatch_id, moved.status`;

/**
 * SQL: the moves. A plan that is kept knows no length of an array and expects ten rows; it would compare every move with
 * every message. `$9` is an array of one: two arrays make it expect a hundred, and use a hash table.
 */
const GIVEN = `select u.*
       from unnest($1::uuid[], $2::smallint[], $3::timestamptz[], $4::timestamptz[], $5::smallint[], $6::boolean[], $8::date[])
         as u(id, status, sent_at, final_at, error_code, charged, month),
         unnest($9::int[])`;
const ONCE = '{1}';
/**
 * SQL: messages are looked up by id. The lowest id, `$7`, leaves out the partitions of earlier days. There is no highest
 * id: with both bounds the planner expects a single message, and compares every move with every message.
 */
const BY_ID = 'm.id = u.id and m.id = any($1::uuid[]) and m.id >= $7';
/**
 * SQL: the message is still in this status. The planner expects half of the messages to pass `coalesce`. In a partition
 * without statistics it expects one of 200 to pass a plain comparison, and compares every move with every message.
 */
const isStill = (status: 0 | 1) => `coalesce(m.status = ${status}, false)`;
/** SQL: the Europe/Moscow month in which the message `m` was sent. */
const SENT_MONTH = `date_trunc('month', m.sent_at at time zone 'Europe/Moscow')::date`;
/** SQL: where the money of the message `m` is; `u.month` as long as it was not sent. */
export const MONEY_MONTH = `coalesce(${SENT_MONTH}, u.month) as month`;
/** What was not delivered is paid for SMS only. */
const CHARGED = `u.charged and (u.status = 2 or (select d.channel_type from dispatches d where d.id = m.dispatch_id) = 'SMS')`;
/** Under a fixed price the amount is the price; else the price was set at hand-over. */
const PRICE = `case when u.final_at is null then null when ${CHARGED} then coalesce(m.due_micros, m.amount_micros) else 0 end`;

/** Of the ids, which bound the search to the partitions they are in. */
function firstAndLast(ids: readonly string[]): [first: string | undefined, last: string | undefined] {
  let [first] = ids;
  let last = first;
  for (const id of ids) {
    if (first === undefined || id < first) first = id;
    if (last === undefined || id > last) last = id;
  }
  return [first, last];
}

function valuesOf(moves: readonly Move[]): unknown[] {
  const ids = moves.map((move) => move.id);
  return [
    arrayLiteral(ids),
    arrayLiteral(moves.map((move) => move.status)),
    timeArrayLiteral(moves.map((move) => move.sentAt)),
    timeArrayLiteral(moves.map((move) => move.finalAt)),
    arrayLiteral(moves.map((move) => move.errorCode)),
    arrayLiteral(moves.map((move) => move.charged)),
    firstAndLast(ids)[0],
    arrayLiteral(moves.map((move) => move.month)),
    ONCE,
  ];
}

export type Moved = { moved: MovedRow[]; unmoved: string[] };

/** SQL: what `SUMS` needs of a message. */
export const TOLD = `m.parts, m.created_at, m.amount_micros, m.price_micros, m.destination, m.sent_at, m.final_at, m.error_code, m.due_micros, m.package_micros,
  m.external_message_id, m.cascade_root, m.cascade_step, m.cascade is not null as cascading,
  m.cascade->0->>'condition' = 'not_read' as awaits_reading`;
const RETURNED = `m.id, m.dispatch_id, m.status, m.sent_at is not null as was_sent, ${MONEY_MONTH}, ${TOLD}`;
const SET = 'status = u.status, sent_at = u.sent_at, final_at = u.final_at, error_code = u.error_code';
const OUTCOME = `sums as (${SUMS})
     select sums.*, null::uuid[] as unmoved from sums
     union all
     select null, null, null, null, null, null, null, null, null, null, null, null, null, null, array(select id from u except select id from moved)`;

type MovedOrNot = MovedRow & { unmoved: string[] | null };

const told = (rows: readonly MovedOrNot[]): Moved => ({
  moved: rows.filter((row) => row.unmoved === null),
  unmoved: rows.find((row) => row.unmoved !== null)?.unmoved ?? [],
});

/** CREATED → SENT, or straight to a final status. Names what did not move, because it had moved before. */
export async function moveCreated(tx: Tx, moves: readonly Move[]): Promise<Moved> {
  return told(
    await tx.planned<MovedOrNot>(
      `with u as (${GIVEN}),
     moved as (
       update messages m set ${SET}, price_micros = ${PRICE}
       from u where ${BY_ID} and ${isStill(0)} returning ${RETURNED}),
     ${OUTCOME}`,
      valuesOf(moves),
    ),
  );
}

/** The same where the price depends on volume. */
export async function moveCreatedPriced(tx: Tx, moves: readonly PricedMove[]): Promise<Moved> {
  return told(
    await tx.planned<MovedOrNot>(
      `with u as (
       select u.*
       from unnest($1::uuid[], $2::smallint[], $3::timestamptz[], $4::timestamptz[], $5::smallint[], $6::boolean[], $8::date[], $10::bigint[], $11::bigint[], $12::bigint[], $13::int[])
         as u(id, status, sent_at, final_at, error_code, charged, month, amount, due, package, volume),
         unnest($9::int[])),
     moved as (
       update messages m set ${SET}, amount_micros = u.amount, due_micros = u.due, package_micros = u.package, volume_before = u.volume,
         price_micros = case when u.final_at is null then null when ${CHARGED} then u.due else 0 end
       from u where ${BY_ID} and ${isStill(0)} returning ${RETURNED}),
     ${OUTCOME}`,
      [
        ...valuesOf(moves),
        arrayLiteral(moves.map((move) => move.amountMicros)),
        arrayLiteral(moves.map((move) => move.dueMicros)),
        arrayLiteral(moves.map((move) => move.packageMicros)),
        arrayLiteral(moves.map((move) => move.volumeBefore)),
      ],
    ),
  );
}

export type CreatedMessage = { id: string; destination: string; parts: number };

/** Those that have not left CREATED, in the order of their ids. */
export function selectCreated(tx: Tx, ids: readonly string[]) {
  return tx.planned<CreatedMessage>(
    `select id, destination::text as destination, parts from messages
     where id = any($1::uuid[]) and id between $2 and $3 and status = 0 order by id`,
    [arrayLiteral(ids), ...firstAndLast(ids)],
  );
}

/** Whatever their status. */
export function selectParts(tx: Tx, ids: readonly string[]) {
  return tx.query<{ id: string; parts: number }>('select id, parts from messages where id = any($1::uuid[])', [ids]);
}

/** Which of these have left CREATED. */
export async function findLeft(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select id from messages where id = any($1::uuid[]) and id between $2 and $3 and status > 0',
    [ids, ...firstAndLast(ids)],
  );
  return rows.map((row) => row.id);
}

/** SENT → DELIVERED or FAILED. A receipt may arrive before its batch is reported as sent; it never ends earlier. */
export function moveSent(tx: Tx, moves: readonly Move[]) {
  return tx.planned<MovedRow>(
    `with u as (${GIVEN}),
     moved as (
       update messages m set status = u.status, final_at = greatest(u.final_at, m.sent_at), error_code = u.error_code, price_micros = ${PRICE}
       from u where ${BY_ID} and ${isStill(1)}
       returning m.id, m.dispatch_id, m.status, false as was_sent, ${MONEY_MONTH}, ${TOLD})
     ${SUMS}`,
    valuesOf(moves),
  );
}
