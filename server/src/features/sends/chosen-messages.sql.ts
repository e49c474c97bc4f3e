// Selects the messages of a query, as ordered ids.
import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  allOf,
  type Bind,
  dispatchConditions,
  inboundConditions,
  joinsOf,
  outboundConditions,
  statementParameters,
} from './message-conditions.sql.ts';
import type { MessageOrder } from './message-filter.ts';
import { type MessageQuery, placesOf } from './message-places.sql.ts';

/** Highest position that a selection can reach. */
export const REACHED_MAX = 10_000;

const ORDERS: Readonly<Record<MessageOrder, string>> = {
  created_time: 'id',
  '-created_time': 'id desc',
  sent_time: 'sent_at nulls last, id',
  '-sent_time': 'sent_at desc nulls last, id desc',
  status_time: 'coalesce(final_at, sent_at, created_at), id',
  '-status_time': 'coalesce(final_at, sent_at, created_at) desc, id desc',
};

const NO_MESSAGE = `select
       null::uuid as id, false as inbound,
       now() as created_at, now() as sent_at, now() as final_at
     where false`;

/** SQL: ids with the columns that order them. `end` bounds each place separately. */
function chosenIds(query: MessageQuery, end: string): { sql: string; values: readonly unknown[] } {
  const { filter } = query;
  const { bind, values } = statementParameters();
  const selects = [
    ...(filter.directions.includes('outbound') ? selectOutbound(bind, query, end) : []),
    ...(filter.directions.includes('inbound') ? [selectInbound(bind, query, end)] : []),
  ];
  return { sql: selects.map((select) => `(${select})`).join('\nunion all\n') || NO_MESSAGE, values };
}

function selectOutbound(bind: Bind, query: MessageQuery, end: string): string[] {
  const { accountId, filter } = query;
  const places = placesOf(bind, query);
  if (places.length === 0) return [];
  const conditions = [
    ...outboundConditions(bind, accountId, filter),
    ...(query.dispatches === undefined ? dispatchConditions(bind, filter) : []),
  ];
  return places.map(
    ({ from, where }) => `select m.id, false as inbound, m.created_at, m.sent_at, m.final_at
     from ${from}
     ${joinsOf(conditions)}
     where ${where}
       and ${allOf(conditions.map(({ sql }) => sql))}
     ${end}`,
  );
}

function selectInbound(bind: Bind, { accountId, filter }: MessageQuery, end: string): string {
  return `select i.id, true as inbound, i.created_at, i.sent_at, null::timestamptz as final_at
     from inbound_messages i
     where ${allOf(inboundConditions(bind, accountId, filter))}
     ${end}`;
}

export type Chosen = { id: string; inbound: boolean };

/**
 * Places are designed to be read along their indexes. Statistics say little about recent messages, so by default the
 * planner would scan whole days.
 */
export async function followIndexes(tx: Tx): Promise<void> {
  await tx.query(
    `set local enable_seqscan = off;
     set local enable_bitmapscan = off;
     set local enable_sort = off;
     set local enable_mergejoin = off;
     set local max_parallel_workers_per_gather = 0`,
  );
}

export async function limitStatements(tx: Tx, timeoutMs: number): Promise<void> {
  await tx.query(`set local statement_timeout = ${timeoutMs}`);
}

export function selectChosen(tx: Tx, query: MessageQuery, page: { limit: number; offset: number }) {
  const order = ORDERS[query.filter.order];
  // By creation, each place is read along its index as far as the page; by other times all of it must be sorted.
  const isByCreation = query.filter.order.endsWith('created_time');
  const { sql, values } = chosenIds(query, isByCreation ? `order by ${order} limit ${page.offset + page.limit}` : '');
  return tx.query<Chosen>(
    `select id, inbound
     from (${sql}) x
     order by ${order}
     limit ${page.limit}
     offset ${page.offset}`,
    values,
  );
}

/** Counts at most REACHED_MAX. */
export async function countChosen(tx: Tx, query: MessageQuery): Promise<number> {
  const { sql, values } = chosenIds(query, `limit ${REACHED_MAX}`);
  const rows = await tx.query<{ total: number }>(
    `select count(*)::int as total
     from (
       select 1
       from (${sql}) x
       limit ${REACHED_MAX}) reached`,
    values,
  );
  return must(rows[0], 'count of chosen messages').total;
}
