// Reads the results of links for the modes cost, quality and conversion, once per minute and process.
import { refreshFigures } from '../../features/queue/pacing/known-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const FIGURES_MS = 60_000;

export function startFiguresLoop(platform: Pick<Platform, 'db' | 'loops' | 'shared'>): WorkerLoop {
  return platform.loops.start({
    name: 'link figures',
    idleMs: FIGURES_MS,
    round: async () => {
      await refreshFigures(platform);
      return false;
    },
  });
}
