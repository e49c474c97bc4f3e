// Moves the engine mark once a second, also while nothing is claimed, and stores it in the broker after COMMIT. While the
// database is behind the mark the pacer role is not ready, and says why.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const MARK_MS = 1_000;
const LOG_MS = 60_000;

type Needs = Pick<Platform, 'db' | 'log' | 'loops' | 'metrics' | 'readiness' | 'restoreGate'>;

export function startMarkLoop({ db, log, loops, metrics, readiness, restoreGate }: Needs): WorkerLoop {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  const tell = (reason: string | undefined) => {
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
      // While the broker is away the mark that this process knows still holds.
      await restoreGate.refresh().catch(() => undefined);
      const mark = await inTransaction(db, (tx) => restoreGate.advance(tx));
      tell(mark === undefined ? restoreGate.reason() : undefined);
      if (mark === undefined) return false;
      restoreGate.remember(mark);
      await restoreGate.mirror(mark);
      return false;
    },
  });
}
