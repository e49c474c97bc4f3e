import type { Tx } from '../../platform/database.ts';
import { addWaitingSteps } from './cascade-progress.ts';
import { haltStrands } from './strands.ts';

export type RunningWork = {
  readonly id: number;
  readonly kind: string;
  readonly company: number;
  readonly name: string;
  readonly total: number;
  readonly sent: number;
  readonly unsent: number;
};

const SHOWN = `d.id, d.kind, d.company_id as company, d.name, d.messages_total as total, d.messages_sent as sent,
  d.messages_total - d.messages_sent - d.messages_unsent as unsent`;

/**
 * Dispatches that are started and not over; lists of single messages likewise, and those whose cascades have a step
 * that is due.
 */
const RUNNING = `d.status = 'STARTED' and (d.ended_at is null or d.id in (
  select r.dispatch_id
  from cascade_due u
  join messages m on m.id = u.message_id
  join messages r on r.id = m.cascade_root))`;

export function selectRunning(tx: Tx): Promise<RunningWork[]> {
  return tx.query<RunningWork>(
    `select ${SHOWN}
     from dispatches d
     where ${RUNNING}
     order by d.id`,
  );
}

/**
 * Stops them. What is not handed over fails with 7002 and its money is released, as after any stop; doubts count as
 * handed over. A stopped list gives up its place, so that new messages of the day open another.
 */
export async function stopRunning(tx: Tx): Promise<RunningWork[]> {
  const stopped = await tx.query<RunningWork>(
    `update dispatches d
     set status = 'STOPPED',
       settings_digest = case when d.kind = 'SEND' then d.settings_digest || '#' || d.id else d.settings_digest end
     where ${RUNNING}
     returning ${SHOWN}`,
  );
  await haltStrands(
    tx,
    stopped.map(({ id }) => id),
  );
  await addWaitingSteps(
    tx,
    stopped.map(({ id }) => ({ dispatchId: id, messages: 0 })),
  );
  return stopped;
}
