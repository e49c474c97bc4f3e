import { advanceCascades } from '../../features/cascades/advance-cascades.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const CASCADES_MS = 250;

/** Next steps of cascades. A person may be waiting for a code, so it looks often. */
export function startCascadeLoop(platform: Platform): WorkerLoop {
  return platform.loops.start({ name: 'cascades', idleMs: CASCADES_MS, round: () => advanceCascades(platform) });
}
