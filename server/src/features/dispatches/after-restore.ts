// What an operator decides after the database went back to an earlier point. Until then nothing is sent, because the
// database does not know what was sent since (platform/restore-gate.ts). Work that still lies in the broker is of the
// lost time and is removed first: while claims are held no process adds to it.
import { inTransaction, read } from '../../platform/database.ts';
import { beginEpoch, showMark } from '../../platform/engine-marks.ts';
import type { Platform } from '../../platform/platform.ts';
import { type RunningWork, selectRunning, stopRunning } from './after-restore.sql.ts';

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
 * `confirm`: everything goes on from where the database is. `stop`: dispatches and single messages that were running
 * end with what was handed over; new messages go on.
 */
export async function decideAfterRestore({ db, bus, restoreGate }: Needs, decision: Decision): Promise<Decided> {
  await restoreGate.refresh();
  await bus.clear('send');
  // The mark comes last: a pacer that claims holds strands before it moves the mark.
  const { stopped, mark } = await inTransaction(db, async (tx) => ({
    stopped: decision === 'stop' ? await stopRunning(tx) : [],
    mark: await beginEpoch(tx, restoreGate.known()?.epoch ?? 0, decision),
  }));
  restoreGate.remember(mark);
  await restoreGate.mirror(mark);
  for (const subject of ['sweep', 'pace', 'requeue']) bus.ring(subject);
  return { decision, stopped, mark: showMark(mark) };
}
