import type { Tx } from '../../../platform/database/database.ts';
import { type MessageListRow, readable, SHOWN, SHOWN_INBOUND } from './message-rows.sql.ts';
import {
  allOf,
  channelCondition,
  companiesOf,
  idBounds,
  ofAccounts,
  ofDispatches,
  ofReplies,
  QueryParameters,
  type Scope,
} from './message-selection.sql.ts';

/** Newest first. */
export async function selectDispatchIds(tx: Tx, scope: Scope): Promise<number[]> {
  const parameters = new QueryParameters();
  const { lo, hi } = idBounds(scope.range);
  const rows = await tx.query<{ id: number }>(
    `select d.id
     from companies c
     join dispatches d on d.company_id = c.id
     where d.kind = 'PARTNER'
       and ${allOf(companiesOf(parameters, scope), ...channelCondition(parameters, scope))}
       and d.first_message_id < ${parameters.value(hi)}
       and d.last_message_id >= ${parameters.value(lo)}
     order by d.id desc`,
    parameters.values,
  );
  return rows.map((row) => row.id);
}

export async function selectCompanyIds(tx: Tx, scope: Scope): Promise<number[]> {
  const parameters = new QueryParameters();
  const rows = await tx.query<{ id: number }>(
    `select c.id
     from companies c
     where ${companiesOf(parameters, scope)}
     order by c.id`,
    parameters.values,
  );
  return rows.map((row) => row.id);
}

type Portion = { readonly after: string | number | undefined; readonly limit: number };

/** Next messages of one dispatch, last position first. */
export function selectNextOfDispatch(tx: Tx, scope: Scope, { after, limit }: Portion) {
  const parameters = new QueryParameters();
  const continued = after === undefined ? '' : `and m.seq < ${parameters.value(after)}`;
  const sql = ofDispatches(parameters, scope, { shown: SHOWN, end: `${continued} order by m.seq desc limit ${limit}` });
  return tx.query<MessageListRow>(readable(sql, 'order by x.seq desc'), parameters.values);
}

/** Next messages of one company's account, newest first. */
export function selectNextOfAccount(tx: Tx, scope: Scope, { after, limit }: Portion) {
  const parameters = new QueryParameters();
  const continued = after === undefined ? '' : `and m.id < ${parameters.value(after)}`;
  const sql = ofAccounts(parameters, scope, { shown: SHOWN, end: `${continued} order by m.id desc limit ${limit}` });
  return tx.query<MessageListRow>(readable(sql, 'order by x.id desc'), parameters.values);
}

export function selectNextReplies(tx: Tx, scope: Scope, { after, limit }: Portion) {
  const parameters = new QueryParameters();
  const continued = after === undefined ? '' : `and i.id < ${parameters.value(after)}`;
  const sql = ofReplies(parameters, scope, {
    shown: SHOWN_INBOUND,
    end: `${continued} order by i.id desc limit ${limit}`,
  });
  return tx.query<MessageListRow>(readable(sql, 'order by x.id desc'), parameters.values);
}
