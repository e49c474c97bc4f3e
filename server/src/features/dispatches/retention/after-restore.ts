// The operator's decision after the database was restored to an earlier point. Until then sending is held, because the
// database does not know which messages were sent since (platform/database/restore-gate.ts). Work left in the broker
// belongs to the lost period and is removed first: while claims are held no process adds to it.
import { inTransaction, read, type Tx } from '../../../platform/database/database.ts';
import { beginEpoch } from '../../../platform/database/engine-marks.sql.ts';
import { showMark } from '../../../platform/database/engine-marks.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addWaitingSteps } from '../../queue/strands/cascade-progress.sql.ts';
import { haltStrands } from '../../queue/strands/strands.sql.ts';
import { markRunningStopped, type RunningWork, selectRunning } from './after-restore.sql.ts';

export type AfterRestore = {
  readonly claims: 'held' | 'go on';
  readonly reason?: string;
  readonly running: readonly RunningWork[];
};

export type Decided = { readonly decision: Decision; readonly stopped: readonly RunningWork[]; readonly mark: string };

export type Decision = 'confirm' | 'stop';

type Needs = Pick<Platform, 'db' | 'bus' | 'restoreGate'>;

export async function listAfterRestore({ db, restoreGate }: Pick<Needs, 'db' | 'restoreGate'>): Promise<AfterRestore> {
  await restoreGate.refresh();
  return read(db, async (tx) => {
    const isOpen = await restoreGate.isOpen(tx);
    const reason = restoreGate.reason();
    return {
      claims: isOpen ? 'go on' : 'held',
      ...(reason !== undefined && { reason }),
      running: await selectRunning(tx),
    };
  });
}

/**
 * `confirm`: sending continues from the state of the database. `stop`: running dispatches and buckets end with the
 * messages already handed over; new messages are sent.
 */
export async function decideAfterRestore({ db, bus, restoreGate }: Needs, decision: Decision): Promise<Decided> {
  await restoreGate.refresh();
  await bus.clear('send');
  // The mark comes last: a pacer locks strands before it moves the mark.
  const { stopped, mark } = await inTransaction(db, async (tx) => ({
    stopped: decision === 'stop' ? await stopRunning(tx) : [],
    mark: await beginEpoch(tx, restoreGate.known()?.epoch ?? 0, decision),
  }));
  restoreGate.remember(mark);
  await restoreGate.mirror(mark);
  for (const subject of ['sweep', 'pace', 'requeue']) bus.wake(subject);
  return { decision, stopped, mark: showMark(mark) };
}

/**
 * Messages not handed over fail as stopped and their money is released, as after any stop; messages in doubt count as
 * handed over.
 */
async function stopRunning(tx: Tx): Promise<RunningWork[]> {
  const stopped = await markRunningStopped(tx);
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
