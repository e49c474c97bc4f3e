// Finds and resolves doubts. The evidence has a loop of its own, apart from the slow comparison of receipts: a late
// check would count as an interruption of the service.
import { watchEvidence } from '../../features/settlement/doubts/read-evidence.ts';
import { markLostBatchesInDoubt, watchRecovery } from '../../features/settlement/doubts/resolve-doubts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const DOUBT_MS_MAX = 500;
/** Checks per lease: an interruption of the service must show long before a lease lapses. */
const CHECKS_PER_LEASE = 8;

export function startDoubtLoops(platform: Platform): readonly WorkerLoop[] {
  const { config, loops } = platform;
  const idleMs = Math.min(DOUBT_MS_MAX, config.instanceLeaseMs / CHECKS_PER_LEASE);
  const evidence = watchEvidence(platform);
  const recovery = watchRecovery(platform);
  let isSteady = false;
  const watch = loops.start({
    name: 'evidence',
    idleMs,
    round: async () => {
      isSteady = await evidence.check();
      return false;
    },
  });
  const doubts = loops.start({
    name: 'doubts',
    idleMs,
    round: async () => {
      if (isSteady) await markLostBatchesInDoubt(platform);
      return recovery.check();
    },
  });
  return [watch, doubts];
}
