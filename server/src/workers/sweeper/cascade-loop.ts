import { advanceCascades } from '../../features/cascades/advance-cascades.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const CASCADES_MS = 250;

/** Creates the next steps of cascades. Runs often: a person may be waiting for a code. */
export function startCascadeLoop(platform: Platform): WorkerLoop {
  return platform.loops.start({ name: 'cascades', idleMs: CASCADES_MS, round: () => advanceCascades(platform) });
}
