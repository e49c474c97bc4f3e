// Messages of a partner over all its dispatches, single sends and replies. There is no index of a partner's messages
// by time, and one would cost every send: instead each dispatch, and each account, yields its newest, and those are
// merged. So a question costs what the partner's own traffic costs, whatever others send.
import { BRANDS, brandIdOf } from '@volley/domain/brand.ts';
import { statusOfState } from '@volley/domain/message-state.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/message-status.ts';
import type { Tx } from '../../platform/database.ts';
import { uuidFloor } from '../../platform/uuid-v7.ts';
import {
  type MessageListFilter,
  type TimeRange,
  wantedDigits,
  wantedStates,
  wantsInbound,
  wantsOutbound,
} from './message-filter.ts';

export type MessageListRow = {
  id: string;
  inbound: boolean;
  seq: number;
  company_id: number;
  company_name: string;
  dispatch_id: number | null;
  dispatch_name: string | null;
  channel_type: string;
  sender_name: string;
  destination: string;
  brand: number;
  text: string | null;
  parts: number;
  micros: bigint | null;
  status: number;
  error_code: number | null;
  external_id: string | null;
  created_at: Date;
  sent_at: Date | null;
  final_at: Date | null;
  read_at: Date | null;
};

const ID_MIN = '00000000-0000-0000-0000-000000000000';
const ID_MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const idBounds = ({ from, to }: TimeRange) => ({
  lo: from === undefined ? ID_MIN : uuidFloor(from.getTime()),
  hi: to === undefined ? ID_MAX : uuidFloor(to.getTime()),
});

/** A statement under construction: conditions take their values as they come. */
export class Question {
  readonly values: unknown[] = [];

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

export const SHOWN = `m.id, false as inbound, m.seq, m.company_id, coalesce(d.steps_of, d.id) as dispatch_id,
  case when d.steps_of is null then d.kind else 'MESSAGING' end as kind,
  case when d.steps_of is null then d.name else (select o.name from dispatches o where o.id = d.steps_of) end as dispatch_name, d.channel_type, m.sender_id,
  null as sender_name, m.destination, m.brand, coalesce(m.text, d.text) as text, m.parts,
  coalesce(m.price_micros, m.due_micros, m.amount_micros) + coalesce(m.package_micros, 0) as micros,
  m.status, m.error_code, m.external_message_id as external_id, m.created_at, m.sent_at, m.final_at, case when m.read_status = 1 then m.read_at end as read_at`;

export const SHOWN_INBOUND = `i.id, true as inbound, 0 as seq, i.company_id, null::int as dispatch_id, null as kind, null as dispatch_name, i.channel_type,
  null::int as sender_id, i.sender_name, i.destination, 0::smallint as brand, i.text, 1::smallint as parts, null::bigint as micros,
  1::smallint as status, null::smallint as error_code, null as external_id, i.created_at, i.sent_at, null::timestamptz as final_at,
  null::timestamptz as read_at`;

const READABLE = `select x.id, x.inbound, x.seq, x.company_id, c.name as company_name, case when x.kind = 'SEND' then null else x.dispatch_id end as dispatch_id,
    case when x.kind = 'SEND' then null else x.dispatch_name end as dispatch_name, x.channel_type, coalesce(x.sender_name, s.sender_name) as sender_name,
    x.destination::text as destination, x.brand, x.text, x.parts, x.micros, x.status, x.error_code, x.external_id, x.created_at, x.sent_at, x.final_at, x.read_at`;

const CLICKED = `exists (select from short_links l join link_clicks k on k.code = l.code and k.verdict = 'human' where l.message_id = m.id)`;

/** What is asked of each message; `m` and its dispatch `d`. */
export function messageConditions(question: Question, filter: MessageListFilter): string[] {
  const parts: string[] = [];
  const states = wantedStates(filter);
  if (states !== undefined)
    parts.push(
      `m.status = any(${question.value(states.map((one) => MESSAGE_STATUS_CODES[statusOfState(one)]))}::smallint[])`,
    );
  if (filter.operator !== undefined) {
    const ids = filter.operator.map((one) => brandIdOf(BRANDS.find((brand) => brand === one)));
    parts.push(`m.brand = any(${question.value(ids)}::smallint[])`);
  }
  if (filter.error !== undefined) parts.push(`m.status = 3 and m.error_code = ${question.value(filter.error)}`);
  const digits = wantedDigits(filter);
  if (digits !== undefined) parts.push(`m.destination = ${question.value(digits)}::bigint`);
  if (filter.externalId !== undefined) parts.push(`m.external_message_id = ${question.value(filter.externalId)}`);
  if (filter.sender !== undefined)
    parts.push(
      `m.sender_id in (select id from senders where company_id = m.company_id and sender_name = ${question.value(filter.sender)})`,
    );
  if (filter.tag !== undefined) parts.push(`coalesce(m.tags, d.tags) @> array[${question.value(filter.tag)}::text]`);
  if (filter.q !== undefined)
    parts.push(`strpos(lower(coalesce(m.text, d.text)), lower(${question.value(filter.q)})) > 0`);
  if (filter.read !== undefined) parts.push(`(m.read_status is not distinct from 1) = ${filter.read}`);
  if (filter.clicked !== undefined) parts.push(filter.clicked ? CLICKED : `not ${CLICKED}`);
  return parts;
}

function inboundConditions(question: Question, filter: MessageListFilter): string[] {
  const parts: string[] = [];
  const digits = wantedDigits(filter);
  if (digits !== undefined) parts.push(`i.destination = ${question.value(digits)}::bigint`);
  if (filter.channel !== undefined) parts.push(`i.channel_type = any(${question.value(filter.channel)}::text[])`);
  if (filter.sender !== undefined) parts.push(`i.sender_name = ${question.value(filter.sender)}`);
  if (filter.q !== undefined) parts.push(`strpos(lower(i.text), lower(${question.value(filter.q)})) > 0`);
  return parts;
}

export type Scope = {
  readonly partnerId: number;
  readonly filter: MessageListFilter;
  readonly range: TimeRange;
  /** Lists that hold the steps of the wanted dispatch. */
  readonly stepLists: readonly number[];
};

/** Of the dispatch that a filter names. */
export async function selectStepLists(tx: Tx, { dispatch }: MessageListFilter): Promise<number[]> {
  if (dispatch === undefined) return [];
  const rows = await tx.query<{ id: number }>('select id from dispatches where steps_of = $1', [dispatch]);
  return rows.map((row) => row.id);
}

/** The named dispatch with its steps. */
export const namedDispatch = (question: Question, dispatch: number, { stepLists }: Scope): string =>
  `d.id = any(${question.value([dispatch, ...stepLists])}::int[]) and (d.kind <> 'SEND' or d.steps_of is not null)`;

/** Columns and the end of the statement that is run for each dispatch or account. */
type Inner = { readonly shown: string; readonly end: string };

export const companiesOf = (question: Question, { partnerId, filter }: Scope) =>
  `c.partner_id = ${question.value(partnerId)}${filter.company === undefined ? '' : ` and c.id = ${question.value(filter.company)}`}`;

export const all = (...parts: readonly string[]) => parts.join(' and ');

export function channelCondition(question: Question, { filter }: Scope): string[] {
  return filter.channel === undefined ? [] : [`d.channel_type = any(${question.value(filter.channel)}::text[])`];
}

const DISPATCHES = `select d.id, d.steps_of, d.kind, d.name, d.channel_type, d.text, d.tags, d.first_message_id, d.last_message_id
  from companies c join dispatches d on d.company_id = c.id`;

/** The named dispatch, or those of the partner API: their messages belong to no account. */
export function ofDispatches(question: Question, scope: Scope, { shown, end }: Inner): string {
  const { lo, hi } = idBounds(scope.range);
  const [low, high] = [`${question.value(lo)}::uuid`, `${question.value(hi)}::uuid`];
  const { dispatch } = scope.filter;
  const which = dispatch === undefined ? "d.kind = 'PARTNER'" : namedDispatch(question, dispatch, scope);
  return `select x.* from (${DISPATCHES}
      where ${all(companiesOf(question, scope), which, ...channelCondition(question, scope))} and d.first_message_id < ${high} and d.last_message_id >= ${low}) d
    cross join lateral (select ${shown} from messages m where ${all(
      'm.dispatch_id = d.id',
      `m.id between greatest(d.first_message_id, ${low}) and d.last_message_id and m.id < ${high}`,
      ...messageConditions(question, scope.filter),
    )} ${end}) x`;
}

/** Single messages and the dispatches of the messaging API. */
export function ofAccounts(question: Question, scope: Scope, { shown, end }: Inner): string {
  const { lo, hi } = idBounds(scope.range);
  return `select x.* from companies c
    cross join lateral (select ${shown} from messages m join dispatches d on d.id = m.dispatch_id where ${all(
      `m.account_id = c.id and m.id >= ${question.value(lo)} and m.id < ${question.value(hi)}`,
      ...channelCondition(question, scope),
      ...messageConditions(question, scope.filter),
    )} ${end}) x
    where ${companiesOf(question, scope)}`;
}

export function ofReplies(question: Question, scope: Scope, { shown, end }: Inner): string {
  const { lo, hi } = idBounds(scope.range);
  return `select x.* from companies c
    cross join lateral (select ${shown} from inbound_messages i where ${all(
      `i.company_id = c.id and i.id >= ${question.value(lo)} and i.id < ${question.value(hi)}`,
      ...inboundConditions(question, scope.filter),
    )} ${end}) x
    where ${companiesOf(question, scope)}`;
}

export type Ends = { readonly dispatches: string; readonly accounts: string; readonly replies: string };

export function selection(question: Question, scope: Scope, shown: { out: string; in: string }, ends: Ends): string {
  const parts: string[] = [];
  if (wantsOutbound(scope.filter)) {
    parts.push(ofDispatches(question, scope, { shown: shown.out, end: ends.dispatches }));
    if (scope.filter.dispatch === undefined)
      parts.push(ofAccounts(question, scope, { shown: shown.out, end: ends.accounts }));
  }
  if (wantsInbound(scope.filter)) parts.push(ofReplies(question, scope, { shown: shown.in, end: ends.replies }));
  return parts.map((part) => `(${part})`).join(' union all ') || 'select where false';
}

export const ROWS = { out: SHOWN, in: SHOWN_INBOUND };
export const MARKS = { out: '1 as one', in: '1 as one' };

export const readable = (
  sql: string,
  end: string,
) => `${READABLE} from (${sql}) x join companies c on c.id = x.company_id
  left join senders s on s.id = x.sender_id ${end}`;
