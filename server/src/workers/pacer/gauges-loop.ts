// Exports the open links of every channel and the messages that wait for a link or for their margin.
import { setLinkGauges } from '../../features/reports/ops/link-gauges.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const GAUGES_MS = 10_000;

export function startGaugesLoop(platform: Pick<Platform, 'db' | 'loops' | 'metrics' | 'shared'>): WorkerLoop {
  return platform.loops.start({
    name: 'link gauges',
    idleMs: GAUGES_MS,
    round: async () => {
      await setLinkGauges(platform);
      return false;
    },
  });
}
