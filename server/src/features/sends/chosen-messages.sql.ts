// Which messages a question selects, as ids in their order.
import type { Tx } from '../../platform/database.ts';
import { askDispatch, askInbound, askOutbound, Conditions } from './message-conditions.sql.ts';
import type { MessageOrder } from './message-filter.ts';
import { placesOf, type Question } from './message-places.sql.ts';

/** The most that one selection can reach. */
export const REACHED_MAX = 10_000;

const ORDERS: Readonly<Record<MessageOrder, string>> = {
  created_time: 'id',
  '-created_time': 'id desc',
  sent_time: 'sent_at nulls last, id',
  '-sent_time': 'sent_at desc nulls last, id desc',
  status_time: 'coalesce(final_at, sent_at, created_at), id',
  '-status_time': 'coalesce(final_at, sent_at, created_at) desc, id desc',
};

const NOTHING = `select null::uuid as id, false as inbound, now() as created_at, now() as sent_at, now() as final_at where false`;

/** Ids with what orders them. `end` bounds each place by itself. */
function chosen(question: Question, end: string): { sql: string; values: unknown[] } {
  const { accountId, filter } = question;
  const values: unknown[] = [];
  const parts: string[] = [];
  const places = filter.directions.includes('outbound') ? placesOf(values, question) : [];
  if (places.length > 0) {
    const asked = new Conditions(values);
    askOutbound(asked, accountId, filter);
    if (question.dispatches === undefined) askDispatch(asked, filter);
    for (const { from, where } of places)
      parts.push(
        `select m.id, false as inbound, m.created_at, m.sent_at, m.final_at from ${from} ${asked.joins} where ${where} and ${asked.where} ${end}`,
      );
  }
  if (filter.directions.includes('inbound')) {
    const asked = new Conditions(values).add('i.company_id = $', accountId);
    askInbound(asked, filter);
    parts.push(
      `select i.id, true as inbound, i.created_at, i.sent_at, null::timestamptz as final_at from inbound_messages i where ${asked.where} ${end}`,
    );
  }
  return { sql: parts.map((part) => `(${part})`).join(' union all ') || NOTHING, values };
}

export type Chosen = { id: string; inbound: boolean };

/**
 * Places are made to be read along their indexes. Left to itself the planner, which knows little of how messages lie,
 * takes a walk through whole days for the shorter way.
 */
export async function followIndexes(tx: Tx): Promise<void> {
  await tx.query(
    `set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off;
     set local enable_mergejoin = off; set local max_parallel_workers_per_gather = 0`,
  );
}

export function selectChosen(tx: Tx, question: Question, page: { limit: number; offset: number }) {
  const order = ORDERS[question.filter.order];
  // By making, each place is read along its index as far as the page; by other times all of it has to be sorted.
  const isByMaking = question.filter.order.endsWith('created_time');
  const { sql, values } = chosen(question, isByMaking ? `order by ${order} limit ${page.offset + page.limit}` : '');
  return tx.query<Chosen>(
    `select id, inbound from (${sql}) x order by ${order} limit ${page.limit} offset ${page.offset}`,
    values,
  );
}

/** Counts as far as a selection reaches. */
export async function countChosen(tx: Tx, question: Question): Promise<number> {
  const { sql, values } = chosen(question, `limit ${REACHED_MAX}`);
  const rows = await tx.query<{ total: number }>(
    `select count(*)::int as total from (select 1 from (${sql}) x limit ${REACHED_MAX}) reached`,
    values,
  );
  return rows[0]?.total ?? 0;
}
