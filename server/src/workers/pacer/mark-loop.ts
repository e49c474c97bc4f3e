// Advances the engine mark once per second, also while no batch is claimed, and stores it in the broker after COMMIT.
// While the database is behind the mark, the pacer role is not ready and reports the reason.
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const MARK_MS = 1_000;
const LOG_MS = 60_000;

type Needs = Pick<Platform, 'db' | 'log' | 'loops' | 'metrics' | 'readiness' | 'restoreGate'>;

export function startMarkLoop({ db, log, loops, metrics, readiness, restoreGate }: Needs): WorkerLoop {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  const report = (reason: string | undefined) => {
    readiness.hold('pacer', reason);
    metrics.set('volley_pacer_held', reason === undefined ? 0 : 1);
    if (reason === undefined || performance.now() - loggedAtMs < LOG_MS) return;
    loggedAtMs = performance.now();
    log.error({ reason }, 'nothing is claimed or sent');
  };
  return loops.start({
    name: 'mark',
    idleMs: MARK_MS,
    round: async () => {
      // While the broker is unavailable, the last known mark stays valid.
      await restoreGate.refresh().catch(() => undefined);
      const mark = await inTransaction(db, (tx) => restoreGate.advance(tx));
      report(mark === undefined ? restoreGate.reason() : undefined);
      if (mark === undefined) return false;
      restoreGate.remember(mark);
      await restoreGate.mirror(mark);
      return false;
    },
  });
}
