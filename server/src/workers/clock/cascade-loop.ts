import { advanceCascades } from '../../features/cascades/advance-cascades.ts';
import type { Platform } from '../../platform/platform.ts';
import { startLoop, type WorkerLoop } from '../../platform/worker-loop.ts';

const CASCADES_MS = 250;

/** Next steps of cascades. A person may be waiting for a code, so it looks often. */
export function startCascadeLoop(platform: Platform): WorkerLoop {
  const { log, metrics } = platform;
  return startLoop({
    name: 'cascades',
    log,
    metrics,
    idleMs: CASCADES_MS,
    round: () => advanceCascades(platform),
  });
}
