// Where the messages that a question asks for are looked for. Each kind of question has a place of its own, so that what
// is asked all the time never reads through everything an account has sent.
import type { Tx } from '../../platform/database.ts';
import { uuidFloor } from '../../platform/uuid-v7.ts';
import { askDispatch, askNamed, Conditions, inStates, ofEither } from './message-conditions.sql.ts';
import type { MessageFilter } from './message-filter.ts';

/** Messages are `m` in both. */
export type Place = { readonly from: string; readonly where: string };

/** A dispatch or a list of single messages, with its counters. */
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

export type Question = {
  readonly accountId: number;
  readonly filter: MessageFilter;
  /** Those with something of what is asked for; undefined: they do not help, or there are too many. */
  readonly dispatches: readonly CountedDispatch[] | undefined;
};

const COUNTED = ['sending', 'sent', 'delivered', 'undelivered', 'unsent'] as const;
const OPEN: readonly string[] = ['sending', 'sent'];
const FAILED: readonly string[] = ['undelivered', 'unsent'];
const DISPATCHES_MAX = 5_000;
const COUNTED_MAX = 10_000;

/** Most messages leave, or fail, within this time of their making; of dispatches where one did not this is known. */
const PROMPT_MS = 300_000;

/** Clocks of processes may differ, and that of an id never goes back; bounds by time are wider by so much. */
const CLOCKS_MS = 60_000;

/** Of outbound messages; undefined: every one. */
function wantedStates({ status, readyToStop }: MessageFilter): readonly string[] | undefined {
  return readyToStop === true ? (status ?? ['sending']).filter((one) => one === 'sending') : status;
}

const namesMessages = ({ messageUuids, externalMessageIds, destinations, cascadeRoot }: MessageFilter) =>
  [messageUuids, externalMessageIds, destinations, cascadeRoot].some((one) => one !== undefined);

const namesDispatches = ({ dispatchIds, dispatch, trafficCenterIds, sendingMethods, channelTypes }: MessageFilter) =>
  [dispatchIds, dispatch, trafficCenterIds, sendingMethods, channelTypes].some((one) => one !== undefined);

export async function selectDispatches(
  tx: Tx,
  accountId: number,
  filter: MessageFilter,
): Promise<CountedDispatch[] | undefined> {
  const states = wantedStates(filter);
  if (namesMessages(filter) || (states === undefined && !namesDispatches(filter))) return undefined;
  const asked = new Conditions().add("d.company_id = $ and d.kind <> 'PARTNER' and d.messages_total > 0", accountId);
  askDispatch(asked, filter);
  if (states?.every((one) => OPEN.includes(one)) === true) asked.say('d.ended_at is null');
  const rows = await tx.query<CountedDispatch>(
    `select d.id, d.first_message_id, d.last_message_id, d.messages_total - d.messages_sent - d.messages_unsent as sending,
       d.messages_sent - d.messages_delivered - (d.messages_failed - d.messages_unsent) as sent, d.messages_delivered as delivered,
       d.messages_failed - d.messages_unsent as undelivered, d.messages_unsent as unsent
     from dispatches d where ${asked.where} limit ${DISPATCHES_MAX + 1}`,
    asked.values,
  );
  if (rows.length > DISPATCHES_MAX) return undefined;
  return rows.filter((row) => countIn([row], states) > 0);
}

function countIn(dispatches: readonly CountedDispatch[], states: readonly string[] | undefined): number {
  const wanted = COUNTED.filter((one) => states?.includes(one) !== false);
  return dispatches.reduce((sum, row) => sum + wanted.reduce((of, one) => of + row[one], 0), 0);
}

/** What leaves the counters of whole dispatches as they are: it chooses among them, or says nothing of a message. */
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

/** What the dispatches have counted already, if it is all that is asked for. */
export function countedTotal({ filter, dispatches }: Question): number | undefined {
  if (dispatches === undefined || filter.directions.includes('inbound')) return undefined;
  const isAll = Object.entries(filter).every(([name, value]) => value === undefined || DECIDED_BY_DISPATCH.has(name));
  return isAll ? countIn(dispatches, filter.status) : undefined;
}

export function placesOf(values: unknown[], question: Question): Place[] {
  const { accountId, filter, dispatches } = question;
  const states = wantedStates(filter);
  const own = (wanted = states) => {
    const conditions = new Conditions(values).add('m.account_id = $', accountId);
    return wanted === undefined ? conditions : conditions.say(inStates(wanted));
  };
  if (states?.length === 0) return [];
  if (namesMessages(filter)) return [placeOfNamed(own(), filter)];
  if (dispatches?.length === 0) return [];
  const only = namesDispatches(filter) ? dispatches : undefined;
  if (filter.timeFrom !== undefined) return placesByTime(() => ofDispatches(own(), only), question, filter.timeFrom);
  if (states === undefined) return [along(ofDispatches(own(), only), only)];
  const rest = states.filter((one) => !OPEN.includes(one) && !FAILED.includes(one));
  return [OPEN, FAILED, rest].flatMap((group) => {
    const some = states.filter((one) => group.includes(one));
    const having = dispatches?.filter((row) => countIn([row], some) > 0);
    if (some.length === 0 || having?.length === 0) return [];
    const place = along(ofDispatches(own(some), group === OPEN ? having : only && having), having);
    const isBounded = group === OPEN && having !== undefined && countedTotal(question) === undefined;
    return [isBounded ? noMoreThan(place, countIn(having, some)) : place];
  });
}

function ofDispatches(conditions: Conditions, dispatches: Question['dispatches']): Conditions {
  return dispatches === undefined
    ? conditions
    : conditions.add(
        'm.dispatch_id = any($::int[])',
        dispatches.map(({ id }) => id),
      );
}

/** Along the index of the account, no further than the dispatches that have any. */
function along(conditions: Conditions, dispatches: Question['dispatches']): Place {
  if (dispatches !== undefined) {
    const first = dispatches.map((row) => row.first_message_id).toSorted()[0];
    const last = dispatches
      .map((row) => row.last_message_id)
      .toSorted()
      .at(-1);
    conditions.add('m.id between $ and $', first, last);
  }
  return { from: 'messages m', where: conditions.where };
}

const fetchedFirst = (...parts: readonly string[]): Place => ({
  from: `(select * from (${parts.map((part) => `(${part})`).join(' union all ')}) m offset 0) m`,
  where: 'true',
});

/** What has not ended is the newest as a rule. How many there are is known, so what lies behind them is not looked at. */
function noMoreThan(place: Place, count: number): Place {
  if (count > COUNTED_MAX) return place;
  return fetchedFirst(`select m.* from ${place.from} where ${place.where} order by m.id desc limit ${count}`);
}

/** Few, so they are fetched first and ordered then: in the order of the list everything would be read for them. */
function placeOfNamed(conditions: Conditions, filter: MessageFilter): Place {
  const { messageUuids, externalMessageIds, destinations, cascadeRoot } = filter;
  askNamed(conditions, filter);
  const isOneNumber = destinations?.length === 1 && (messageUuids ?? externalMessageIds ?? cascadeRoot) === undefined;
  if (isOneNumber) return { from: 'messages m', where: conditions.where };
  const fetched = (where: string) => `select m.* from messages m where ${conditions.where} and ${where}`;
  if (messageUuids === undefined) return fetchedFirst(fetched('true'));
  const { ofOurs, ofTheirs } = ofEither(conditions.values, messageUuids);
  return fetchedFirst(fetched(ofOurs), fetched(ofTheirs));
}

/**
 * A message is sent, or fails, after it was made, so the time of its id bounds that of its sending from one side. From
 * the other it is bounded by how long messages wait: a little as a rule, and dispatches know where it was longer.
 */
function placesByTime(own: () => Conditions, { accountId, filter }: Question, from: Date): Place[] {
  const promptFrom = uuidFloor(Math.max(0, from.getTime() - PROMPT_MS));
  const prompt = own().add('m.id >= $', promptFrom);
  if (filter.timeTo !== undefined) prompt.add('m.id < $', uuidFloor(filter.timeTo.getTime() + CLOCKS_MS));
  const late = own().add('m.id < $', promptFrom).say('m.id between w.first_message_id and w.last_message_id');
  const waited = new Conditions(late.values)
    .add("w.company_id = $ and w.kind <> 'PARTNER'", accountId)
    .add('w.ended_at is null or w.ended_at >= $', new Date(from.getTime() - CLOCKS_MS))
    .say(`w.longest_wait_ms is null or w.longest_wait_ms > ${PROMPT_MS}`);
  return [
    { from: 'messages m', where: prompt.where },
    fetchedFirst(
      `select m.* from dispatches w join messages m on m.dispatch_id = w.id where ${waited.where} and ${late.where}`,
    ),
  ];
}
