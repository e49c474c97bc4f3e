// A cascade dispatch ends when all its messages have ended, no message waits for a next step, and all buckets of its
// steps have ended. A stopped dispatch does not wait for next steps.
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** `dispatchId` is a cascade dispatch or a bucket of its steps; other dispatches are ignored. */
export type WaitingSteps = { readonly dispatchId: number; readonly messages: number };

const deltaColumns = bulkColumns({ dispatchId: 'int', messages: 'int' }, 2);
const ADD_WAITING_STEPS = `
  with u as (
    select coalesce(o.steps_of, o.id) as id, sum(g.messages)::int as messages
    from ${deltaColumns.as('g')}
    join dispatches o on o.id = g.dispatch_id
    group by 1
  ),
  decided as (
    select d.id,
      u.messages,
      d.messages_delivered + d.messages_failed = d.messages_total
        and (
          d.status = 'STOPPED'
          or d.status = 'STARTED' and coalesce(d.steps_waiting, 0) + u.messages <= 0
        )
        and not exists (
          select
          from dispatches l
          where l.steps_of = d.id
            and l.ended_at is null
        ) as over
    from u
    join dispatches d on d.id = u.id
    where d.cascade is not null
  )
  update dispatches d
  set steps_waiting = d.steps_waiting + j.messages,
    status = case when j.over and d.status = 'STARTED' then 'COMPLETED' else d.status end,
    ended_at = case when j.over then coalesce(d.ended_at, $1) else d.ended_at end
  from decided j
  where d.id = j.id`;

/** Adds to the messages that a step may still follow, and ends the dispatches that wait for no step. */
export async function addWaitingSteps(tx: Tx, deltas: readonly WaitingSteps[]): Promise<void> {
  if (deltas.length === 0) return;
  const locked = await lockCascades(
    tx,
    deltas.map(({ dispatchId }) => dispatchId),
  );
  if (locked.length > 0) await tx.query(ADD_WAITING_STEPS, [tx.now, ...deltaColumns.values(deltas)]);
}

/** In a statement of its own: the next statement must read rows newer than the lock. */
function lockCascades(tx: Tx, dispatchIds: readonly number[]) {
  return tx.query(
    `select d.id
     from dispatches d
     where d.cascade is not null
       and d.id in (
         select coalesce(o.steps_of, o.id)
         from dispatches o
         where o.id = any($1::int[])
       )
     order by d.id
     for update`,
    [dispatchIds],
  );
}
