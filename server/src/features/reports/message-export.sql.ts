import type { Tx } from '../../platform/database.ts';
import {
  all,
  channelCondition,
  companiesOf,
  idBounds,
  type MessageListRow,
  ofAccounts,
  ofDispatches,
  ofReplies,
  Question,
  readable,
  type Scope,
  SHOWN,
  SHOWN_INBOUND,
} from './message-selection.sql.ts';

/** Newest first. */
export async function selectDispatchIds(tx: Tx, scope: Scope): Promise<number[]> {
  const question = new Question();
  const { lo, hi } = idBounds(scope.range);
  const rows = await tx.query<{ id: number }>(
    `select d.id from companies c join dispatches d on d.company_id = c.id
     where ${all(companiesOf(question, scope), "d.kind = 'PARTNER'", ...channelCondition(question, scope))}
       and d.first_message_id < ${question.value(hi)} and d.last_message_id >= ${question.value(lo)} order by d.id desc`,
    question.values,
  );
  return rows.map((row) => row.id);
}

export async function selectCompanyIds(tx: Tx, scope: Scope): Promise<number[]> {
  const question = new Question();
  const rows = await tx.query<{ id: number }>(
    `select c.id from companies c where ${companiesOf(question, scope)} order by c.id`,
    question.values,
  );
  return rows.map((row) => row.id);
}

type Portion = { readonly after: string | number | undefined; readonly limit: number };

/** The next of one dispatch, from its end. */
export function selectNextOfDispatch(tx: Tx, scope: Scope, { after, limit }: Portion) {
  const question = new Question();
  const on = after === undefined ? '' : `and m.seq < ${question.value(after)}`;
  const sql = ofDispatches(question, scope, { shown: SHOWN, end: `${on} order by m.seq desc limit ${limit}` });
  return tx.query<MessageListRow>(readable(sql, 'order by x.seq desc'), question.values);
}

/** The next of one company's account. */
export function selectNextOfAccount(tx: Tx, scope: Scope, { after, limit }: Portion) {
  const question = new Question();
  const on = after === undefined ? '' : `and m.id < ${question.value(after)}`;
  const sql = ofAccounts(question, scope, { shown: SHOWN, end: `${on} order by m.id desc limit ${limit}` });
  return tx.query<MessageListRow>(readable(sql, 'order by x.id desc'), question.values);
}

export function selectNextReplies(tx: Tx, scope: Scope, { after, limit }: Portion) {
  const question = new Question();
  const on = after === undefined ? '' : `and i.id < ${question.value(after)}`;
  const sql = ofReplies(question, scope, { shown: SHOWN_INBOUND, end: `${on} order by i.id desc limit ${limit}` });
  return tx.query<MessageListRow>(readable(sql, 'order by x.id desc'), question.values);
}
