// What a question to the list of messages asks of each message. Where they are looked for is another matter.
import { countriesWithin, countryPattern } from '../numbering/find-country.ts';
import type { MessageFilter } from './message-filter.ts';

/** Tables that a condition may speak of besides the message itself. */
const JOINS = {
  d: 'join dispatches d on d.id = m.dispatch_id',
  t: 'join strands t on t.dispatch_id = m.dispatch_id and t.strand = m.strand',
} as const;

export class Conditions {
  readonly values: unknown[];
  readonly #parts: string[] = [];

  /** Values may be shared with the conditions of another part of the same statement. */
  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** Each `$` stands for the next value, the last one also for those that are left. */
  add(sql: string, ...values: readonly unknown[]): this {
    const first = this.values.length + 1;
    let at = 0;
    this.values.push(...values);
    return this.say(sql.replaceAll('$', () => `$${first + Math.min(at++, values.length - 1)}`));
  }

  say(sql: string): this {
    this.#parts.push(`(${sql})`);
    return this;
  }

  get where(): string {
    return this.#parts.join(' and ') || 'true';
  }

  /** A join costs every message that is looked at, so there are only those that something is asked of. */
  get joins(): string {
    const { where } = this;
    return Object.entries(JOINS)
      .flatMap(([alias, join]) => (new RegExp(`\\b${alias}\\.`).test(where) ? [join] : []))
      .join(' ');
  }
}

/** Every failed message has an error code, and only failed ones are in the index that says so. */
const FAILED = 'm.status = 3 and m.error_code is not null';
const STATES: Readonly<Record<string, string>> = {
  sending: 'm.status = 0',
  sent: 'm.status = 1',
  delivered: 'm.status = 2',
  undelivered: `${FAILED} and m.sent_at is not null`,
  unsent: `${FAILED} and m.sent_at is null`,
  inbound_sent: 'false',
};

export const inStates = (states: readonly string[]) => states.map((one) => `(${STATES[one]})`).join(' or ');

/** In flight, or perhaps with the operator: too late to be stopped for sure. */
const UNDER_WAY = `exists (select from (
    select b.* from batches b where b.dispatch_id = m.dispatch_id and b.strand = m.strand and b.to_seq >= m.seq order by b.to_seq limit 1) b
  where b.from_seq <= m.seq and (b.state = 1 or b.waiting_for = 'doubt'))`;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const uuidsIn = (values: readonly string[]) => values.filter((value) => UUID.test(value));

const SECOND_MS = 1_000;
/** Times are shown in whole seconds, so a message of the last second is one of the range. */
const endOf = (timeTo: Date) => new Date((Math.floor(timeTo.getTime() / SECOND_MS) + 1) * SECOND_MS);

/** A list as rows: as a constant the planner would weigh each of its values against each day. */
const listed = (type: string) => `select unnest($::${type}[])`;

/** An id may be one of ours or one of the client's; no message is found twice. */
export function ofEither(values: unknown[], ids: readonly string[]): { ofOurs: string; ofTheirs: string } {
  const uuids = uuidsIn(ids);
  return {
    // As a constant, because ids say on which days to look.
    ofOurs: new Conditions(values).add('m.id = any($::uuid[])', uuids).where,
    ofTheirs: new Conditions(values).add(
      `m.external_message_id in (${listed('text')}) and m.id not in (${listed('uuid')})`,
      ids,
      uuids,
    ).where,
  };
}

/** What names messages themselves: for each of these there is an index. */
export function askNamed(conditions: Conditions, filter: MessageFilter): void {
  const { externalMessageIds, destinations, cascadeRoot } = filter;
  if (externalMessageIds !== undefined)
    conditions.add(`m.external_message_id in (${listed('text')})`, externalMessageIds);
  // The messages to one number come out of the index in their order, those to several do not.
  if (destinations?.length === 1) conditions.add('m.destination = $::bigint', destinations[0]);
  else if (destinations !== undefined) conditions.add(`m.destination in (${listed('bigint')})`, destinations);
  if (cascadeRoot !== undefined) conditions.add('m.cascade_root = $', cascadeRoot);
}

/** What a message has from its dispatch, or from the list of single messages it is in. */
export function askDispatch(conditions: Conditions, filter: MessageFilter): void {
  if (filter.dispatchIds !== undefined)
    conditions.add("d.id = any($::int[]) and d.kind = 'MESSAGING' or d.steps_of = any($::int[])", filter.dispatchIds);
  if (filter.trafficCenterIds !== undefined)
    conditions.add('d.traffic_center_id = any($::int[])', filter.trafficCenterIds);
  if (filter.sendingMethods !== undefined) conditions.add('d.sending_method = any($::text[])', filter.sendingMethods);
  if (filter.channelTypes !== undefined) conditions.add('d.channel_type = any($::text[])', filter.channelTypes);
  // Steps of a dispatch are in lists of its own.
  if (filter.dispatch !== undefined)
    conditions.say(`(d.kind = 'MESSAGING' or d.steps_of is not null) = ${filter.dispatch}`);
}

/** Everything else but the status. What a message may have from its dispatch is asked of each dispatch once. */
export function askOutbound(conditions: Conditions, accountId: number, filter: MessageFilter): void {
  const any = (sql: string, values: readonly unknown[] | undefined) => {
    if (values !== undefined) conditions.add(sql, values);
  };
  const sentOrUnsent = 'coalesce(m.sent_at, case when m.status = 3 then m.final_at end)';
  if (filter.timeFrom !== undefined) conditions.add(`${sentOrUnsent} >= $`, filter.timeFrom);
  if (filter.timeTo !== undefined) conditions.add(`${sentOrUnsent} < $`, endOf(filter.timeTo));
  if (filter.tags !== undefined)
    conditions.add(
      'case when m.tags is null then m.dispatch_id in (select o.id from dispatches o where o.company_id = $ and o.tags && $::text[]) else m.tags && $ end',
      accountId,
      filter.tags,
    );
  any('coalesce(m.claimed_traffic_type, t.traffic_type) = any($::text[])', filter.trafficTypes);
  any('m.template_id = any($::int[])', filter.templateIds);
  if (filter.senderNames !== undefined)
    conditions.add(
      'm.sender_id in (select n.id from senders n where n.company_id = $ and n.sender_name = any($::text[]))',
      accountId,
      filter.senderNames,
    );
  const holds = `case when m.text is null then m.dispatch_id in (select o.id from dispatches o where o.company_id = $ and ${holdsPart('o.text')})
    else ${holdsPart('m.text')} end`;
  for (const part of filter.content ?? []) conditions.add(holds, accountId, part);
  for (const part of filter.contentNor ?? []) conditions.add(`not ${holds}`, accountId, part);
  if (filter.root !== undefined) conditions.say(`coalesce(m.cascade_step, 1) ${filter.root ? '=' : '>'} 1`);
  if (filter.readyToStop === true) conditions.say(`m.status = 0 and d.status <> 'CREATED' and not ${UNDER_WAY}`);
  if (filter.countryCodes !== undefined)
    conditions.add(
      `case when m.country is null then m.destination::text ~ $ else m.country = any($::text[]) end`,
      countryPattern(filter.countryCodes) ?? NOTHING,
      countriesWithin(filter.countryCodes),
    );
}

/** Filters that only outbound messages can match leave no inbound ones. */
export function askInbound(conditions: Conditions, filter: MessageFilter): void {
  if (filter.timeFrom !== undefined) conditions.add('i.sent_at >= $', filter.timeFrom);
  if (filter.timeTo !== undefined) conditions.add('i.sent_at < $', endOf(filter.timeTo));
  if (filter.messageUuids !== undefined) conditions.add('i.id = any($::uuid[])', uuidsIn(filter.messageUuids));
  if (filter.destinations !== undefined) conditions.add('i.destination = any($::bigint[])', filter.destinations);
  if (filter.trafficCenterIds !== undefined)
    conditions.add('i.traffic_center_id = any($::int[])', filter.trafficCenterIds);
  if (filter.channelTypes !== undefined) conditions.add('i.channel_type = any($::text[])', filter.channelTypes);
  if (filter.senderNames !== undefined) conditions.add('i.sender_name = any($::text[])', filter.senderNames);
  // A text that was removed holds nothing.
  for (const part of filter.content ?? []) conditions.add(holdsPart("coalesce(i.text, '')"), part);
  for (const part of filter.contentNor ?? []) conditions.add(`not ${holdsPart("coalesce(i.text, '')")}`, part);
  if (filter.countryCodes !== undefined)
    conditions.add('i.destination::text ~ $', countryPattern(filter.countryCodes) ?? NOTHING);
  const outboundOnly = [
    filter.externalMessageIds,
    filter.dispatchIds,
    filter.tags,
    filter.sendingMethods,
    filter.trafficTypes,
    filter.templateIds,
    filter.cascadeRoot,
    filter.dispatch,
  ];
  const isOther = filter.status !== undefined && !filter.status.includes('inbound_sent');
  if (isOther || filter.readyToStop === true || filter.root === false || outboundOnly.some((one) => one !== undefined))
    conditions.say('false');
}

const holdsPart = (text: string) => `strpos(lower(${text}), lower($)) > 0`;

/** A pattern that no number matches. */
const NOTHING = '(?!)';
