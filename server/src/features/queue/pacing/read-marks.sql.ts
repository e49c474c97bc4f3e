import type { Tx } from '../../../platform/database/database.ts';
import { isNameHeld } from './held.sql.ts';

export type MarkCandidates = {
  readonly dispatchIds: readonly number[];
  readonly senderIds: readonly number[];
  readonly companyIds: readonly number[];
};

export type MarkRow = { kind: 'dispatch' | 'sender' | 'company'; id: number };

const SELECT_MARKS = `
  select 'dispatch' as kind, id
  from dispatches
  where id = any($1::int[])
    and status <> 'STARTED'
  union all
  select 'sender', s.id
  from senders s
  where s.id = any($2::int[])
    and ${isNameHeld('$4')}
  union all
  select 'company', id
  from companies
  where id = any($3::int[])
    and status <> 'ACTIVE'`;

export function selectMarks(tx: Tx, { dispatchIds, senderIds, companyIds }: MarkCandidates) {
  return tx.query<MarkRow>(SELECT_MARKS, [dispatchIds, senderIds, companyIds, tx.now]);
}
