import type { Tx } from '../../platform/database/database.ts';

export type StoppableRow = {
  id: string;
  status: number;
  dispatchId: number;
  strand: number;
  seq: number;
  /** Nothing is reserved for a dispatch that has not started. */
  isStarted: boolean;
};

export function selectStoppable(tx: Tx, accountId: number, ids: readonly string[]): Promise<StoppableRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const sorted = ids.toSorted();
  return tx.query<StoppableRow>(
    `select m.id, m.status, m.dispatch_id as "dispatchId", m.strand, m.seq,
       d.status <> 'CREATED' as "isStarted"
     from messages m
     join dispatches d on d.id = m.dispatch_id
     where m.id = any($2::uuid[])
       and m.id between $3 and $4
       and m.account_id = $1`,
    [accountId, ids, sorted[0], sorted.at(-1)],
  );
}
