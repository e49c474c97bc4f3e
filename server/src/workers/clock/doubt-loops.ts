// Doubts are noticed and ended. How far the evidence has been read is watched apart from what is slow when much is in
// doubt: a look that comes late would count as an interruption of the service.
import { watchEvidence } from '../../features/settlement/read-evidence.ts';
import { doubtLostBatches, watchRecovery } from '../../features/settlement/resolve-doubts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const DOUBT_MS_MAX = 500;
/** Looks per lease: an interruption of the service must show long before a lease lapses. */
const LOOKS_PER_LEASE = 8;

export function startDoubtLoops(platform: Platform): readonly WorkerLoop[] {
  const { config, loops } = platform;
  const idleMs = Math.min(DOUBT_MS_MAX, config.instanceLeaseMs / LOOKS_PER_LEASE);
  const evidence = watchEvidence(platform);
  const recovery = watchRecovery(platform);
  let isSteady = false;
  const watch = loops.start({
    name: 'evidence',
    idleMs,
    round: async () => {
      isSteady = await evidence.look();
      return false;
    },
  });
  const doubts = loops.start({
    name: 'doubts',
    idleMs,
    round: async () => {
      if (isSteady) await doubtLostBatches(platform);
      return recovery.look();
    },
  });
  return [watch, doubts];
}
