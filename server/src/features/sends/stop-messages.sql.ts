import type { Tx } from '../../platform/database.ts';

export type StoppableRow = { id: string; status: number; dispatchId: number; strand: number; seq: number };

export function selectStoppable(tx: Tx, accountId: number, ids: readonly string[]): Promise<StoppableRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const sorted = ids.toSorted();
  return tx.query<StoppableRow>(
    `select id, status, dispatch_id as "dispatchId", strand, seq from messages
     where id = any($2::uuid[]) and id between $3 and $4 and account_id = $1`,
    [accountId, ids, sorted[0], sorted.at(-1)],
  );
}
