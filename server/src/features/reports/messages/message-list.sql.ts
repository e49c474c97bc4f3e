import type { Tx } from '../../../platform/database/database.ts';
import { MARKS, type MessageListRow, ROWS, readable, SHOWN } from './message-rows.sql.ts';
import {
  allOf,
  channelCondition,
  companiesOf,
  idBounds,
  messageConditions,
  namedDispatch,
  ofDispatches,
  ofReplies,
  QueryParameters,
  type Scope,
  selection,
} from './message-selection.sql.ts';

/** Aborts the statements of this transaction after `ms`; see `refuseOnTimeout`. */
export async function limitStatementTime(tx: Tx, ms: number): Promise<void> {
  await tx.query("select set_config('statement_timeout', $1, true)", [String(ms)]);
}

/**
 * The planner cannot estimate the messages of a dispatch between two ids and would sort all of them for the newest few;
 * without sorting it follows the index.
 */
export async function followIndexes(tx: Tx): Promise<void> {
  await tx.query('set local enable_sort = off');
}

/** Newest first: by position within a dispatch, by id between dispatches. */
export function selectPage(tx: Tx, scope: Scope, { limit, offset }: { limit: number; offset: number }) {
  const parameters = new QueryParameters();
  const newest = (order: string) => `order by ${order} desc limit ${limit + offset}`;
  const hasSteps = scope.stepBuckets.length > 0;
  const ends = { dispatches: newest(hasSteps ? 'm.id' : 'm.seq'), accounts: newest('m.id'), replies: newest('i.id') };
  const order = scope.filter.dispatch === undefined || hasSteps ? 'x.id desc' : 'x.seq desc';
  const sql = `select *
    from (${selection(parameters, scope, ROWS, ends)}) x
    order by ${order}
    limit ${limit}
    offset ${offset}`;
  return tx.query<MessageListRow>(readable(sql, `order by ${order}`), parameters.values);
}

/** A dispatch without other filters: positions have no gaps, so every page costs the same. */
export function selectPlaces(tx: Tx, scope: Scope, { above, upTo }: { above: number; upTo: number }) {
  const parameters = new QueryParameters();
  const end = `and m.seq > ${parameters.value(above)} and m.seq <= ${parameters.value(upTo)}`;
  const sql = ofDispatches(parameters, scope, { shown: SHOWN, end });
  return tx.query<MessageListRow>(readable(sql, 'order by x.seq desc'), parameters.values);
}

export async function countSelected(tx: Tx, scope: Scope): Promise<number> {
  const parameters = new QueryParameters();
  const sql = selection(parameters, scope, MARKS, { dispatches: '', accounts: '', replies: '' });
  const rows = await tx.query<{ total: bigint }>(
    `select count(*) as total
     from (${sql}) x`,
    parameters.values,
  );
  return Number(rows[0]?.total ?? 0n);
}

export type CountedDispatches = {
  total: number;
  sent: number;
  delivered: number;
  failed: number;
  unsent: number;
};

const NUMBERS = ['total', 'sent', 'delivered', 'failed', 'unsent'] as const;

const sumOf = (name: (typeof NUMBERS)[number], condition: string) =>
  `coalesce(sum(d.messages_${name}) filter (where ${condition}), 0)::double precision as ${name}`;

/**
 * Counters of the dispatches and buckets that lie completely within the range, and the ids of those that overlap it.
 */
export async function countDispatches(tx: Tx, scope: Scope): Promise<{ whole: CountedDispatches; partial: number[] }> {
  const parameters = new QueryParameters();
  const { lo, hi } = idBounds(scope.range);
  const [low, high] = [parameters.value(lo), parameters.value(hi)];
  const { dispatch } = scope.filter;
  const which = dispatch === undefined ? [] : [namedDispatch(parameters, dispatch, scope)];
  const isWhole = `d.first_message_id >= ${low} and d.last_message_id < ${high}`;
  const rows = await tx.query<CountedDispatches & { partial: number[] | null }>(
    `select
       ${NUMBERS.map((name) => sumOf(name, isWhole)).join(',\n       ')},
       array_agg(d.id) filter (where not (${isWhole})) as partial
     from companies c
     join dispatches d on d.company_id = c.id
     where ${allOf(companiesOf(parameters, scope), ...which, ...channelCondition(parameters, scope))}
       and d.first_message_id < ${high}
       and d.last_message_id >= ${low}`,
    parameters.values,
  );
  const { partial = null, ...whole } = rows[0] ?? { total: 0, sent: 0, delivered: 0, failed: 0, unsent: 0 };
  return { whole, partial: partial ?? [] };
}

/** Messages of these dispatches and buckets within the range. */
export async function countPartial(tx: Tx, scope: Scope, dispatchIds: readonly number[]): Promise<number> {
  const parameters = new QueryParameters();
  const { lo, hi } = idBounds(scope.range);
  const sql = `select count(*) as total
    from dispatches d
    join messages m on m.dispatch_id = d.id
      and m.id between d.first_message_id and d.last_message_id
    where ${allOf(
      `d.id = any(${parameters.value(dispatchIds)}::int[])`,
      `m.id >= ${parameters.value(lo)}`,
      `m.id < ${parameters.value(hi)}`,
      ...messageConditions(parameters, scope.filter),
    )}`;
  const rows = await tx.query<{ total: bigint }>(sql, parameters.values);
  return Number(rows[0]?.total ?? 0n);
}

export async function countReplies(tx: Tx, scope: Scope): Promise<number> {
  const parameters = new QueryParameters();
  const sql = ofReplies(parameters, scope, { shown: '1 as one', end: '' });
  const rows = await tx.query<{ total: bigint }>(
    `select count(*) as total
     from (${sql}) x`,
    parameters.values,
  );
  return Number(rows[0]?.total ?? 0n);
}
