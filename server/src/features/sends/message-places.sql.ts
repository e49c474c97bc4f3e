// Places in which the messages of a query are searched. Each kind of query has its own place, so that frequent queries
// never read all messages of an account (docs/decisions/0035).
import type { Tx } from '../../platform/database/database.ts';
import { uuidFloor } from '../../platform/uuid-v7.ts';
import {
  allOf,
  type Bind,
  dispatchConditions,
  idConditions,
  inStates,
  namedConditions,
  statementParameters,
} from './message-conditions.sql.ts';
import type { MessageFilter } from './message-filter.ts';

/** SQL: a FROM clause with the messages `m`, and its condition. */
export type Place = { readonly from: string; readonly where: string };

/** A dispatch or a bucket, with its counters. */
export type CountedDispatch = {
  id: number;
  first_message_id: string;
  last_message_id: string;
  sending: number;
  sent: number;
  delivered: number;
  undelivered: number;
  unsent: number;
};

export type MessageQuery = {
  readonly accountId: number;
  readonly filter: MessageFilter;
  /** Dispatches with messages in the wanted states. Undefined: they do not narrow the search, or are too many. */
  readonly dispatches: readonly CountedDispatch[] | undefined;
};

const COUNTED = ['sending', 'sent', 'delivered', 'undelivered', 'unsent'] as const;
const OPEN: readonly string[] = ['sending', 'sent'];
const FAILED: readonly string[] = ['undelivered', 'unsent'];
const DISPATCHES_MAX = 5_000;
const COUNTED_MAX = 10_000;

/** Most messages are sent or fail within this time; dispatches store a longer wait (`longest_wait_ms`). */
const PROMPT_MS = 300_000;

/** Clocks of processes may differ, and ids never go back; bounds by time are wider by this tolerance. */
const CLOCKS_MS = 60_000;

/** Of outbound messages. Undefined: all states. */
function wantedStates({ status, readyToStop }: MessageFilter): readonly string[] | undefined {
  return readyToStop === true ? (status ?? ['sending']).filter((state) => state === 'sending') : status;
}

const namesMessages = ({ messageUuids, externalMessageIds, destinations, cascadeRoot }: MessageFilter) =>
  [messageUuids, externalMessageIds, destinations, cascadeRoot].some((value) => value !== undefined);

const namesDispatches = ({ dispatchIds, dispatch, trafficCenterIds, sendingMethods, channelTypes }: MessageFilter) =>
  [dispatchIds, dispatch, trafficCenterIds, sendingMethods, channelTypes].some((value) => value !== undefined);

export async function selectCountedDispatches(
  tx: Tx,
  accountId: number,
  filter: MessageFilter,
): Promise<CountedDispatch[] | undefined> {
  const states = wantedStates(filter);
  if (namesMessages(filter) || (states === undefined && !namesDispatches(filter))) return undefined;
  const { bind, values } = statementParameters();
  const conditions = [
    `d.company_id = ${bind(accountId)} and d.kind <> 'PARTNER' and d.messages_total > 0`,
    ...dispatchConditions(bind, filter).map(({ sql }) => sql),
    ...(states?.every((state) => OPEN.includes(state)) === true ? ['d.ended_at is null'] : []),
  ];
  const rows = await tx.query<CountedDispatch>(
    `select
       d.id,
       d.first_message_id,
       d.last_message_id,
       d.messages_total - d.messages_sent - d.messages_unsent as sending,
       d.messages_sent - d.messages_delivered - (d.messages_failed - d.messages_unsent) as sent,
       d.messages_delivered as delivered,
       d.messages_failed - d.messages_unsent as undelivered,
       d.messages_unsent as unsent
     from dispatches d
     where ${allOf(conditions)}
     limit ${DISPATCHES_MAX + 1}`,
    values,
  );
  if (rows.length > DISPATCHES_MAX) return undefined;
  return rows.filter((row) => countIn([row], states) > 0);
}

function countIn(dispatches: readonly CountedDispatch[], states: readonly string[] | undefined): number {
  const wanted = COUNTED.filter((state) => states?.includes(state) !== false);
  return dispatches.reduce((sum, row) => sum + wanted.reduce((count, state) => count + row[state], 0), 0);
}

/** Members of the filter that select whole dispatches, states that they count, or nothing. */
const DECIDED_BY_DISPATCH: ReadonlySet<string> = new Set<keyof MessageFilter>([
  'order',
  'directions',
  'status',
  'dispatchIds',
  'dispatch',
  'trafficCenterIds',
  'sendingMethods',
  'channelTypes',
]);

/** The total by the counters of the dispatches; undefined: the counters do not answer the query. */
export function countedTotal({ filter, dispatches }: MessageQuery): number | undefined {
  if (dispatches === undefined || filter.directions.includes('inbound')) return undefined;
  const isAll = Object.entries(filter).every(([name, value]) => value === undefined || DECIDED_BY_DISPATCH.has(name));
  return isAll ? countIn(dispatches, filter.status) : undefined;
}

export function placesOf(bind: Bind, query: MessageQuery): Place[] {
  const { filter, dispatches } = query;
  const states = wantedStates(filter);
  if (states?.length === 0) return [];
  if (namesMessages(filter)) return [placeOfNamed(bind, ownConditions(bind, query, states), filter)];
  if (dispatches?.length === 0) return [];
  const only = namesDispatches(filter) ? dispatches : undefined;
  const own = () => [...ownConditions(bind, query, states), ...ofDispatches(bind, only)];
  if (filter.timeFrom !== undefined) return placesByTime(bind, own, query, filter.timeFrom);
  if (states === undefined) return [alongAccount(bind, own(), only)];
  const rest = states.filter((state) => !OPEN.includes(state) && !FAILED.includes(state));
  return [OPEN, FAILED, rest].flatMap((group) => {
    const some = states.filter((state) => group.includes(state));
    const having = dispatches?.filter((row) => countIn([row], some) > 0);
    if (some.length === 0 || having?.length === 0) return [];
    const named = group === OPEN ? having : only && having;
    const place = alongAccount(bind, [...ownConditions(bind, query, some), ...ofDispatches(bind, named)], having);
    const isBounded = group === OPEN && having !== undefined && countedTotal(query) === undefined;
    return [isBounded ? newestFirst(place, countIn(having, some)) : place];
  });
}

function ownConditions(bind: Bind, { accountId }: MessageQuery, states: readonly string[] | undefined): string[] {
  return [`m.account_id = ${bind(accountId)}`, ...(states === undefined ? [] : [inStates(states)])];
}

function ofDispatches(bind: Bind, dispatches: MessageQuery['dispatches']): string[] {
  return dispatches === undefined ? [] : [`m.dispatch_id = any(${bind(dispatches.map(({ id }) => id))}::int[])`];
}

/** Along the index of the account, between the first and the last message of the dispatches. */
function alongAccount(bind: Bind, conditions: readonly string[], dispatches: MessageQuery['dispatches']): Place {
  if (dispatches === undefined) return { from: 'messages m', where: allOf(conditions) };
  const first = dispatches.map((row) => row.first_message_id).toSorted()[0];
  const last = dispatches
    .map((row) => row.last_message_id)
    .toSorted()
    .at(-1);
  return { from: 'messages m', where: allOf([...conditions, `m.id between ${bind(first)} and ${bind(last)}`]) };
}

/** `offset 0` keeps the planner from merging the subquery into the outer order. */
const fetchedFirst = (...selects: readonly string[]): Place => ({
  from: `(
    select *
    from (${selects.map((select) => `(${select})`).join('\nunion all\n')}) m
    offset 0) m`,
  where: 'true',
});

/** Open messages usually are the newest. Their count is known, so older messages behind them are not read. */
function newestFirst(place: Place, count: number): Place {
  if (count > COUNTED_MAX) return place;
  return fetchedFirst(
    `select m.*
     from ${place.from}
     where ${place.where}
     order by m.id desc
     limit ${count}`,
  );
}

/** Named messages are few: fetched first, then ordered. In the order of the list all messages would be read. */
function placeOfNamed(bind: Bind, own: readonly string[], filter: MessageFilter): Place {
  const { messageUuids, externalMessageIds, destinations, cascadeRoot } = filter;
  const conditions = [...own, ...namedConditions(bind, filter)];
  const isOneNumber = destinations?.length === 1 && (messageUuids ?? externalMessageIds ?? cascadeRoot) === undefined;
  if (isOneNumber) return { from: 'messages m', where: allOf(conditions) };
  const selectMessages = (...more: readonly string[]) =>
    `select m.*
     from messages m
     where ${allOf([...conditions, ...more])}`;
  if (messageUuids === undefined) return fetchedFirst(selectMessages());
  const { byUuid, byExternalId } = idConditions(bind, messageUuids);
  return fetchedFirst(selectMessages(byUuid), selectMessages(byExternalId));
}

/**
 * A message is sent or fails after its creation, so the time of its id bounds the time of sending from one side. The
 * other side is bounded by the wait: usually short, and dispatches store where it was longer.
 */
function placesByTime(bind: Bind, own: () => string[], { accountId, filter }: MessageQuery, from: Date): Place[] {
  const promptFrom = uuidFloor(Math.max(0, from.getTime() - PROMPT_MS));
  const prompt = [...own(), `m.id >= ${bind(promptFrom)}`];
  if (filter.timeTo !== undefined) prompt.push(`m.id < ${bind(uuidFloor(filter.timeTo.getTime() + CLOCKS_MS))}`);
  const late = [
    `w.company_id = ${bind(accountId)} and w.kind <> 'PARTNER'`,
    `w.ended_at is null or w.ended_at >= ${bind(new Date(from.getTime() - CLOCKS_MS))}`,
    `w.longest_wait_ms is null or w.longest_wait_ms > ${PROMPT_MS}`,
    ...own(),
    `m.id < ${bind(promptFrom)}`,
    'm.id between w.first_message_id and w.last_message_id',
  ];
  return [
    { from: 'messages m', where: allOf(prompt) },
    fetchedFirst(
      `select m.*
       from dispatches w
       join messages m on m.dispatch_id = w.id
       where ${allOf(late)}`,
    ),
  ];
}
