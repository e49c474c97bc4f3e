import type { Tx } from '../../platform/database.ts';
import {
  all,
  channelCondition,
  companiesOf,
  idBounds,
  MARKS,
  type MessageListRow,
  messageConditions,
  namedDispatch,
  ofDispatches,
  ofReplies,
  Question,
  ROWS,
  readable,
  type Scope,
  SHOWN,
  selection,
} from './message-selection.sql.ts';

/**
 * How many messages of a dispatch lie between two ids is beyond the planner, which then reads and sorts all of them for
 * the newest few; kept from sorting, it follows the index.
 */
export async function followIndexes(tx: Tx): Promise<void> {
  await tx.query('set local enable_sort = off');
}

/** Newest first. Within a dispatch the place decides, between dispatches the id. */
export function selectPage(tx: Tx, scope: Scope, { limit, offset }: { limit: number; offset: number }) {
  const question = new Question();
  const newest = (order: string) => `order by ${order} desc limit ${limit + offset}`;
  const hasSteps = scope.stepLists.length > 0;
  const ends = { dispatches: newest(hasSteps ? 'm.id' : 'm.seq'), accounts: newest('m.id'), replies: newest('i.id') };
  const order = scope.filter.dispatch === undefined || hasSteps ? 'x.id desc' : 'x.seq desc';
  const sql = `select * from (${selection(question, scope, ROWS, ends)}) x order by ${order} limit ${limit} offset ${offset}`;
  return tx.query<MessageListRow>(readable(sql, `order by ${order}`), question.values);
}

/** One dispatch as it stands: places have no gaps, so the last page costs what the first does. */
export function selectPlaces(tx: Tx, scope: Scope, { above, upTo }: { above: number; upTo: number }) {
  const question = new Question();
  const end = `and m.seq > ${question.value(above)} and m.seq <= ${question.value(upTo)}`;
  const sql = ofDispatches(question, scope, { shown: SHOWN, end });
  return tx.query<MessageListRow>(readable(sql, 'order by x.seq desc'), question.values);
}

export async function countSelected(tx: Tx, scope: Scope): Promise<number> {
  const question = new Question();
  const sql = selection(question, scope, MARKS, { dispatches: '', accounts: '', replies: '' });
  const rows = await tx.query<{ total: bigint }>(`select count(*) as total from (${sql}) x`, question.values);
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

/** The counters of all dispatches and single sends that lie wholly within the time, and the ids of those that do not. */
export async function countDispatches(tx: Tx, scope: Scope): Promise<{ whole: CountedDispatches; partial: number[] }> {
  const question = new Question();
  const { lo, hi } = idBounds(scope.range);
  const [low, high] = [question.value(lo), question.value(hi)];
  const { dispatch } = scope.filter;
  const which = dispatch === undefined ? [] : [namedDispatch(question, dispatch, scope)];
  const isWhole = `d.first_message_id >= ${low} and d.last_message_id < ${high}`;
  const rows = await tx.query<CountedDispatches & { partial: number[] | null }>(
    `select ${NUMBERS.map((name) => `coalesce(sum(d.messages_${name}) filter (where ${isWhole}), 0)::double precision as ${name}`).join(', ')},
       array_agg(d.id) filter (where not (${isWhole})) as partial
     from companies c join dispatches d on d.company_id = c.id
     where ${all(companiesOf(question, scope), ...which, ...channelCondition(question, scope))} and d.first_message_id < ${high} and d.last_message_id >= ${low}`,
    question.values,
  );
  const { partial = null, ...whole } = rows[0] ?? { total: 0, sent: 0, delivered: 0, failed: 0, unsent: 0 };
  return { whole, partial: partial ?? [] };
}

/** Messages of these dispatches that lie within the time; of single sends too. */
export async function countPartial(tx: Tx, scope: Scope, dispatchIds: readonly number[]): Promise<number> {
  const question = new Question();
  const { lo, hi } = idBounds(scope.range);
  const sql = `select count(*) as total from dispatches d join messages m on m.dispatch_id = d.id and m.id between d.first_message_id and d.last_message_id
    where ${all(
      `d.id = any(${question.value(dispatchIds)}::int[]) and m.id >= ${question.value(lo)} and m.id < ${question.value(hi)}`,
      ...messageConditions(question, scope.filter),
    )}`;
  const rows = await tx.query<{ total: bigint }>(sql, question.values);
  return Number(rows[0]?.total ?? 0n);
}

export async function countReplies(tx: Tx, scope: Scope): Promise<number> {
  const question = new Question();
  const sql = ofReplies(question, scope, { shown: '1 as one', end: '' });
  const rows = await tx.query<{ total: bigint }>(`select count(*) as total from (${sql}) x`, question.values);
  return Number(rows[0]?.total ?? 0n);
}
