// Conditions of a message query, as SQL on the message `m` or the inbound message `i`. message-places.sql.ts decides
// where the messages are searched.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { countriesWithin, countryPattern } from '../numbering/find-country.ts';
import type { MessageFilter } from './message-filter.ts';

/** Adds a value to the parameters of the statement; returns its placeholder: `$1`, `$2` and so on. */
export type Bind = (value: unknown) => string;

export function statementParameters(): { readonly values: readonly unknown[]; readonly bind: Bind } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** A table that a condition may read besides the message `m`. */
const JOINS = {
  dispatch: 'join dispatches d on d.id = m.dispatch_id',
  strand: 'join strands t on t.dispatch_id = m.dispatch_id and t.strand = m.strand',
} as const;

export type Condition = { readonly sql: string; readonly reads?: keyof typeof JOINS };

/** SQL: a join costs every message that is read, so only tables with a condition are joined. */
export function joinsOf(conditions: readonly Condition[]): string {
  const tables = new Set(conditions.map(({ reads }) => reads));
  return (['dispatch', 'strand'] as const).flatMap((table) => (tables.has(table) ? [JOINS[table]] : [])).join('\n');
}

/** SQL: all conditions hold. */
export const allOf = (conditions: readonly string[]): string =>
  conditions.map((condition) => `(${condition})`).join('\nand ') || 'true';

/** The condition if the filter has this member. */
function when<T, C>(value: T | undefined, condition: (value: T) => C): C[] {
  return value === undefined ? [] : [condition(value)];
}

const { CREATED, SENT, DELIVERED } = MESSAGE_STATUS_CODES;
/** Every failed message has an error code: `error_code is not null` lets the partial index of failures serve. */
const FAILED = `m.status = ${MESSAGE_STATUS_CODES.FAILED} and m.error_code is not null`;
const STATES: Readonly<Record<string, string>> = {
  sending: `m.status = ${CREATED}`,
  sent: `m.status = ${SENT}`,
  delivered: `m.status = ${DELIVERED}`,
  undelivered: `${FAILED} and m.sent_at is not null`,
  unsent: `${FAILED} and m.sent_at is null`,
  inbound_sent: 'false',
};

export const inStates = (states: readonly string[]) => states.map((state) => `(${STATES[state]})`).join(' or ');

/** In flight or in doubt: a stop may come too late. */
const IN_FLIGHT = `exists (
  select from (
    select b.*
    from batches b
    where b.dispatch_id = m.dispatch_id
      and b.strand = m.strand
      and b.to_seq >= m.seq
    order by b.to_seq
    limit 1) b
  where b.from_seq <= m.seq
    and (b.state = ${BATCH_STATES.inFlight} or b.waiting_for = 'doubt'))`;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const uuidsIn = (values: readonly string[]) => values.filter((value) => UUID.test(value));

const SECOND_MS = 1_000;
/** Times are shown in whole seconds, so the range includes the whole last second. */
const endOf = (timeTo: Date) => new Date((Math.floor(timeTo.getTime() / SECOND_MS) + 1) * SECOND_MS);

/** SQL: the values as rows. For `= any(…)` the planner would estimate every value in every partition. */
const rowsOf = (placeholder: string, type: string) => `select unnest(${placeholder}::${type}[])`;

/** An id may be a message id or an external id; the two conditions never match the same message. */
export function idConditions(bind: Bind, ids: readonly string[]): { byUuid: string; byExternalId: string } {
  const uuids = uuidsIn(ids);
  return {
    // `= any`, because the ids determine the partitions.
    byUuid: `m.id = any(${bind(uuids)}::uuid[])`,
    byExternalId: `m.external_message_id in (${rowsOf(bind(ids), 'text')})
      and m.id not in (${rowsOf(bind(uuids), 'uuid')})`,
  };
}

/** Conditions with an index of their own, except `messageUuids`. */
export function namedConditions(bind: Bind, filter: MessageFilter): string[] {
  return [
    ...when(filter.externalMessageIds, (ids) => `m.external_message_id in (${rowsOf(bind(ids), 'text')})`),
    ...when(filter.destinations, (numbers) =>
      // The index returns the messages to a single number in order, but not those to several numbers.
      numbers.length === 1
        ? `m.destination = ${bind(numbers[0])}::bigint`
        : `m.destination in (${rowsOf(bind(numbers), 'bigint')})`,
    ),
    ...when(filter.cascadeRoot, (root) => `m.cascade_root = ${bind(root)}`),
  ];
}

/** Conditions on the dispatch or bucket `d` of a message. */
export function dispatchConditions(bind: Bind, filter: MessageFilter): Condition[] {
  const conditions = [
    ...when(filter.dispatchIds, (ids) => {
      const placeholder = bind(ids);
      return `d.id = any(${placeholder}::int[]) and d.kind = 'MESSAGING'
        or d.steps_of = any(${placeholder}::int[])`;
    }),
    ...when(filter.trafficCenterIds, (ids) => `d.traffic_center_id = any(${bind(ids)}::int[])`),
    ...when(filter.sendingMethods, (methods) => `d.sending_method = any(${bind(methods)}::text[])`),
    ...when(filter.channelTypes, (types) => `d.channel_type = any(${bind(types)}::text[])`),
    // Cascade steps of a dispatch are in its own buckets.
    ...when(filter.dispatch, (isOfDispatch) => `(d.kind = 'MESSAGING' or d.steps_of is not null) = ${isOfDispatch}`),
  ];
  return conditions.map((sql) => ({ sql, reads: 'dispatch' }));
}

const SENT_OR_FAILED_AT = `coalesce(
  m.sent_at,
  case when m.status = ${MESSAGE_STATUS_CODES.FAILED} then m.final_at end)`;

/** All other conditions on outbound messages, except the state. */
export function outboundConditions(bind: Bind, accountId: number, filter: MessageFilter): Condition[] {
  return [
    ...when(filter.timeFrom, (from) => ({ sql: `${SENT_OR_FAILED_AT} >= ${bind(from)}` })),
    ...when(filter.timeTo, (to) => ({ sql: `${SENT_OR_FAILED_AT} < ${bind(endOf(to))}` })),
    ...when(filter.tags, (tags) => ({ sql: hasTag(bind, accountId, tags) })),
    ...when(filter.trafficTypes, (types) => ({
      sql: `coalesce(m.claimed_traffic_type, t.traffic_type) = any(${bind(types)}::text[])`,
      reads: 'strand' as const,
    })),
    ...when(filter.templateIds, (ids) => ({ sql: `m.template_id = any(${bind(ids)}::int[])` })),
    ...when(filter.senderNames, (names) => ({ sql: hasSenderName(bind, accountId, names) })),
    ...(filter.content ?? []).map((part) => ({ sql: hasText(bind, accountId, part) })),
    ...(filter.contentNor ?? []).map((part) => ({ sql: `not ${hasText(bind, accountId, part)}` })),
    ...when(filter.root, (isRoot) => ({ sql: `coalesce(m.cascade_step, 1) ${isRoot ? '=' : '>'} 1` })),
    ...(filter.readyToStop === true
      ? [{ sql: `m.status = ${CREATED} and d.status <> 'CREATED' and not ${IN_FLIGHT}`, reads: 'dispatch' as const }]
      : []),
    ...when(filter.countryCodes, (codes) => ({ sql: isInCountry(bind, codes) })),
  ];
}

/** SQL: the tags of a message without its own are those of its dispatch; each dispatch is searched once. */
function hasTag(bind: Bind, accountId: number, tags: readonly string[]): string {
  const [account, wanted] = [bind(accountId), bind(tags)];
  return `case
    when m.tags is null then m.dispatch_id in (
      select o.id
      from dispatches o
      where o.company_id = ${account}
        and o.tags && ${wanted}::text[])
    else m.tags && ${wanted}
  end`;
}

function hasSenderName(bind: Bind, accountId: number, names: readonly string[]): string {
  return `m.sender_id in (
    select n.id
    from senders n
    where n.company_id = ${bind(accountId)}
      and n.sender_name = any(${bind(names)}::text[]))`;
}

/** SQL: a message without its own text has the text of its dispatch; each dispatch is searched once. */
function hasText(bind: Bind, accountId: number, part: string): string {
  const [account, wanted] = [bind(accountId), bind(part)];
  return `case
    when m.text is null then m.dispatch_id in (
      select o.id
      from dispatches o
      where o.company_id = ${account}
        and ${containsPart('o.text', wanted)})
    else ${containsPart('m.text', wanted)}
  end`;
}

function isInCountry(bind: Bind, codes: readonly string[]): string {
  const [pattern, countries] = [bind(countryPattern(codes) ?? NO_NUMBER), bind(countriesWithin(codes))];
  return `case
    when m.country is null then m.destination::text ~ ${pattern}
    else m.country = any(${countries}::text[])
  end`;
}

/** A filter that only outbound messages can match selects no inbound message. */
export function inboundConditions(bind: Bind, accountId: number, filter: MessageFilter): string[] {
  // A removed text contains nothing.
  const containsText = (part: string) => containsPart("coalesce(i.text, '')", bind(part));
  return [
    `i.company_id = ${bind(accountId)}`,
    ...when(filter.timeFrom, (from) => `i.sent_at >= ${bind(from)}`),
    ...when(filter.timeTo, (to) => `i.sent_at < ${bind(endOf(to))}`),
    ...when(filter.messageUuids, (ids) => `i.id = any(${bind(uuidsIn(ids))}::uuid[])`),
    ...when(filter.destinations, (numbers) => `i.destination = any(${bind(numbers)}::bigint[])`),
    ...when(filter.trafficCenterIds, (ids) => `i.traffic_center_id = any(${bind(ids)}::int[])`),
    ...when(filter.channelTypes, (types) => `i.channel_type = any(${bind(types)}::text[])`),
    ...when(filter.senderNames, (names) => `i.sender_name = any(${bind(names)}::text[])`),
    ...(filter.content ?? []).map(containsText),
    ...(filter.contentNor ?? []).map((part) => `not ${containsText(part)}`),
    ...when(filter.countryCodes, (codes) => `i.destination::text ~ ${bind(countryPattern(codes) ?? NO_NUMBER)}`),
    ...(isOutboundOnly(filter) ? ['false'] : []),
  ];
}

function isOutboundOnly(filter: MessageFilter): boolean {
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
  const isOtherState = filter.status !== undefined && !filter.status.includes('inbound_sent');
  return (
    isOtherState ||
    filter.readyToStop === true ||
    filter.root === false ||
    outboundOnly.some((value) => value !== undefined)
  );
}

const containsPart = (text: string, placeholder: string) => `strpos(lower(${text}), lower(${placeholder})) > 0`;

/** A pattern that no number matches. */
const NO_NUMBER = '(?!)';
