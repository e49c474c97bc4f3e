// A cascade dispatch is over when its messages have ended, no step may follow any of them, and the steps have ended
// too. A stopped one does not wait for steps that will never be made.
import type { Tx } from '../../platform/database.ts';

/** `dispatchId` names a cascade dispatch or a list of its steps; others are passed over. */
export type WaitingSteps = { readonly dispatchId: number; readonly messages: number };

/** Adds to the messages that a step may still follow, and ends the dispatches that wait for nothing any more. */
export async function addWaitingSteps(tx: Tx, deltas: readonly WaitingSteps[]): Promise<void> {
  if (deltas.length === 0) return;
  const ids = deltas.map(({ dispatchId }) => dispatchId);
  // In a statement of its own: what is read next must be newer than the lock.
  const locked = await tx.query(
    `select d.id from dispatches d
     where d.cascade is not null and d.id in (select coalesce(o.steps_of, o.id) from dispatches o where o.id = any($1::int[]))
     order by d.id for update`,
    [ids],
  );
  if (locked.length === 0) return;
  await tx.query(
    `with u as (
       select coalesce(o.steps_of, o.id) as id, sum(g.messages)::int as messages
       from unnest($1::int[], $2::int[]) as g(id, messages) join dispatches o on o.id = g.id group by 1),
     judged as (
       select d.id, u.messages, d.messages_delivered + d.messages_failed = d.messages_total
         and (d.status = 'STOPPED' or d.status = 'STARTED' and coalesce(d.steps_waiting, 0) + u.messages <= 0)
         and not exists (select from dispatches l where l.steps_of = d.id and l.ended_at is null) as over
       from u join dispatches d on d.id = u.id where d.cascade is not null)
     update dispatches d set steps_waiting = d.steps_waiting + j.messages,
       status = case when j.over and d.status = 'STARTED' then 'COMPLETED' else d.status end,
       ended_at = case when j.over then coalesce(d.ended_at, $3) else d.ended_at end
     from judged j where d.id = j.id`,
    [ids, deltas.map(({ messages }) => messages), tx.now],
  );
}
