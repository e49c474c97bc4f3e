import type { Tx } from '../../platform/database.ts';

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
    `select m.id, m.status, m.dispatch_id as "dispatchId", m.strand, m.seq, d.status <> 'CREATED' as "isStarted"
     from messages m join dispatches d on d.id = m.dispatch_id
     where m.id = any($2::uuid[]) and m.id between $3 and $4 and m.account_id = $1`,
    [accountId, ids, sorted[0], sorted.at(-1)],
  );
}

/** Messages that cascades of a stopped dispatch have made: what of the account's lists waits is looked through. */
export function selectWaitingSteps(tx: Tx, dispatchId: number, afterId: string, limit: number) {
  return tx.query<{ id: string; companyId: number }>(
    `with stopped as (
       select company_id from dispatches where id = $1 and kind = 'MESSAGING' and status = 'STOPPED' and cascade is not null),
     places as (
       select t.dispatch_id, t.strand, t.cursor_seq + 1 as from_seq, t.last_seq as to_seq
       from dispatches l join strands t on t.dispatch_id = l.id
       where l.company_id = (select company_id from stopped) and l.kind = 'SEND' and l.ended_at is null and t.cursor_seq < t.last_seq
       union all
       select b.dispatch_id, b.strand, b.from_seq, b.to_seq from batches b
       where b.company_id = (select company_id from stopped) and b.state in (0, 2))
     select m.id, m.company_id as "companyId"
     from places p join dispatches l on l.id = p.dispatch_id and l.kind = 'SEND'
     join messages m on m.dispatch_id = p.dispatch_id and m.strand = p.strand and m.seq between p.from_seq and p.to_seq
       and m.id between l.first_message_id and l.last_message_id
     join messages r on r.id = m.cascade_root
     where m.status = 0 and m.cascade_step > 1 and r.dispatch_id = $1 and m.id > $2 order by m.id limit $3`,
    [dispatchId, afterId, limit],
  );
}
