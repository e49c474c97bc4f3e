// Messages of a partner over all its dispatches, single sends and replies. An index of a partner's messages by time
// would cost every send: instead each dispatch and each account yields its newest messages, and these are merged. So
// the cost of a query depends on the partner's own traffic only.
import { BRANDS, brandIdOf } from '@volley/domain/numbers/brand.ts';
import { statusOfState } from '@volley/domain/sending/message-state.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { uuidFloor } from '../../../platform/uuid-v7.ts';
import {
  type MessageListFilter,
  type TimeRange,
  wantedDigits,
  wantedStates,
  wantsInbound,
  wantsOutbound,
} from './message-filter.ts';

const ID_MIN = '00000000-0000-0000-0000-000000000000';
const ID_MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const idBounds = ({ from, to }: TimeRange) => ({
  lo: from === undefined ? ID_MIN : uuidFloor(from.getTime()),
  hi: to === undefined ? ID_MAX : uuidFloor(to.getTime()),
});

/** Collects the values of a statement under construction; `value` returns the placeholder. */
export class QueryParameters {
  readonly values: unknown[] = [];

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

const CLICKED = `exists (
    select
    from short_links l
    join link_clicks k on k.code = l.code
      and k.verdict = 'human'
    where l.message_id = m.id)`;

/** Conditions on each message `m` and its dispatch `d`. */
export function messageConditions(parameters: QueryParameters, filter: MessageListFilter): string[] {
  const parts: string[] = [];
  const states = wantedStates(filter);
  if (states !== undefined) {
    const codes = states.map((state) => MESSAGE_STATUS_CODES[statusOfState(state)]);
    parts.push(`m.status = any(${parameters.value(codes)}::smallint[])`);
  }
  if (filter.operator !== undefined) {
    const ids = filter.operator.map((operator) => brandIdOf(BRANDS.find((brand) => brand === operator)));
    parts.push(`m.brand = any(${parameters.value(ids)}::smallint[])`);
  }
  if (filter.error !== undefined)
    parts.push(`m.status = ${MESSAGE_STATUS_CODES.FAILED}`, `m.error_code = ${parameters.value(filter.error)}`);
  const digits = wantedDigits(filter);
  if (digits !== undefined) parts.push(`m.destination = ${parameters.value(digits)}::bigint`);
  if (filter.externalId !== undefined) parts.push(`m.external_message_id = ${parameters.value(filter.externalId)}`);
  if (filter.sender !== undefined)
    parts.push(
      `m.sender_id in (
        select id
        from senders
        where company_id = m.company_id
          and sender_name = ${parameters.value(filter.sender)})`,
    );
  if (filter.tag !== undefined) parts.push(`coalesce(m.tags, d.tags) @> array[${parameters.value(filter.tag)}::text]`);
  if (filter.q !== undefined)
    parts.push(`strpos(lower(coalesce(m.text, d.text)), lower(${parameters.value(filter.q)})) > 0`);
  if (filter.read !== undefined) parts.push(`(m.read_status is not distinct from 1) = ${filter.read}`);
  if (filter.clicked !== undefined) parts.push(filter.clicked ? CLICKED : `not ${CLICKED}`);
  return parts;
}

function inboundConditions(parameters: QueryParameters, filter: MessageListFilter): string[] {
  const parts: string[] = [];
  const digits = wantedDigits(filter);
  if (digits !== undefined) parts.push(`i.destination = ${parameters.value(digits)}::bigint`);
  if (filter.channel !== undefined) parts.push(`i.channel_type = any(${parameters.value(filter.channel)}::text[])`);
  if (filter.sender !== undefined) parts.push(`i.sender_name = ${parameters.value(filter.sender)}`);
  if (filter.q !== undefined) parts.push(`strpos(lower(i.text), lower(${parameters.value(filter.q)})) > 0`);
  return parts;
}

export type Scope = {
  readonly partnerId: number;
  readonly filter: MessageListFilter;
  readonly range: TimeRange;
  /** Buckets with the steps of the wanted dispatch. */
  readonly stepBuckets: readonly number[];
};

/** Buckets with the steps of the filter's dispatch. */
export async function selectStepBuckets(tx: Tx, { dispatch }: MessageListFilter): Promise<number[]> {
  if (dispatch === undefined) return [];
  const rows = await tx.query<{ id: number }>(
    `select id
     from dispatches
     where steps_of = $1`,
    [dispatch],
  );
  return rows.map((row) => row.id);
}

/** The filter's dispatch with its steps. */
export const namedDispatch = (parameters: QueryParameters, dispatch: number, { stepBuckets }: Scope): string =>
  `d.id = any(${parameters.value([dispatch, ...stepBuckets])}::int[])
    and (d.kind <> 'SEND' or d.steps_of is not null)`;

/** Columns and last clauses of the subquery that runs for each dispatch or account. */
type Inner = { readonly shown: string; readonly end: string };

export function companiesOf(parameters: QueryParameters, { partnerId, filter }: Scope): string {
  const ofPartner = `c.partner_id = ${parameters.value(partnerId)}`;
  return filter.company === undefined ? ofPartner : allOf(ofPartner, `c.id = ${parameters.value(filter.company)}`);
}

export const allOf = (...conditions: readonly string[]) => conditions.join('\n    and ');

export function channelCondition(parameters: QueryParameters, { filter }: Scope): string[] {
  return filter.channel === undefined ? [] : [`d.channel_type = any(${parameters.value(filter.channel)}::text[])`];
}

const DISPATCHES = `select
    d.id,
    d.steps_of,
    d.kind,
    d.name,
    d.channel_type,
    d.text,
    d.tags,
    d.first_message_id,
    d.last_message_id
  from companies c
  join dispatches d on d.company_id = c.id`;

/** The filter's dispatch, or all of the partner API: their messages belong to no account. */
export function ofDispatches(parameters: QueryParameters, scope: Scope, { shown, end }: Inner): string {
  const { lo, hi } = idBounds(scope.range);
  const [low, high] = [`${parameters.value(lo)}::uuid`, `${parameters.value(hi)}::uuid`];
  const { dispatch } = scope.filter;
  const which = dispatch === undefined ? "d.kind = 'PARTNER'" : namedDispatch(parameters, dispatch, scope);
  return `select x.*
    from (
      ${DISPATCHES}
      where ${allOf(companiesOf(parameters, scope), which, ...channelCondition(parameters, scope))}
        and d.first_message_id < ${high}
        and d.last_message_id >= ${low}) d
    cross join lateral (
      select ${shown}
      from messages m
      where ${allOf(
        'm.dispatch_id = d.id',
        `m.id between greatest(d.first_message_id, ${low}) and d.last_message_id`,
        `m.id < ${high}`,
        ...messageConditions(parameters, scope.filter),
      )}
      ${end}) x`;
}

/** Single messages and the dispatches of the messaging API. */
export function ofAccounts(parameters: QueryParameters, scope: Scope, { shown, end }: Inner): string {
  const { lo, hi } = idBounds(scope.range);
  return `select x.*
    from companies c
    cross join lateral (
      select ${shown}
      from messages m
      join dispatches d on d.id = m.dispatch_id
      where ${allOf(
        'm.account_id = c.id',
        `m.id >= ${parameters.value(lo)}`,
        `m.id < ${parameters.value(hi)}`,
        ...channelCondition(parameters, scope),
        ...messageConditions(parameters, scope.filter),
      )}
      ${end}) x
    where ${companiesOf(parameters, scope)}`;
}

export function ofReplies(parameters: QueryParameters, scope: Scope, { shown, end }: Inner): string {
  const { lo, hi } = idBounds(scope.range);
  return `select x.*
    from companies c
    cross join lateral (
      select ${shown}
      from inbound_messages i
      where ${allOf(
        'i.company_id = c.id',
        `i.id >= ${parameters.value(lo)}`,
        `i.id < ${parameters.value(hi)}`,
        ...inboundConditions(parameters, scope.filter),
      )}
      ${end}) x
    where ${companiesOf(parameters, scope)}`;
}

export type Ends = { readonly dispatches: string; readonly accounts: string; readonly replies: string };

export function selection(
  parameters: QueryParameters,
  scope: Scope,
  shown: { out: string; in: string },
  ends: Ends,
): string {
  const parts: string[] = [];
  if (wantsOutbound(scope.filter)) {
    parts.push(ofDispatches(parameters, scope, { shown: shown.out, end: ends.dispatches }));
    if (scope.filter.dispatch === undefined)
      parts.push(ofAccounts(parameters, scope, { shown: shown.out, end: ends.accounts }));
  }
  if (wantsInbound(scope.filter)) parts.push(ofReplies(parameters, scope, { shown: shown.in, end: ends.replies }));
  return parts.map((part) => `(${part})`).join('\n union all\n ') || 'select where false';
}
