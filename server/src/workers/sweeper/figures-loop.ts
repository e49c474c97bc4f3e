// One sweeper of the cell, the leader, collects the figures for monitoring every five seconds. Another one follows when
// its lease has lapsed. A scrape shows figures only while the lease is held and they are fresh: a process that was
// frozen, cut off or replaced exports none.
import { openFigureCollector } from '../../features/reports/figures/collect-figures.ts';
import { openLeadership } from '../../platform/leases/leadership.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const COLLECT_MS = 5_000;
const LEASE_MS = 15_000;
const FRESH_MS = 15_000;

export function startFiguresLoop(platform: Platform): WorkerLoop {
  const { db, instanceId, loops, metrics } = platform;
  const leadership = openLeadership(db, { name: 'figures', owner: instanceId, leaseMs: LEASE_MS });
  const collector = openFigureCollector(platform);
  const loop = loops.start({
    name: 'figures',
    idleMs: COLLECT_MS,
    round: async () => {
      if (!(await leadership.claim())) {
        metrics.exportFigures([], () => false);
        return false;
      }
      const figures = await collector.collect();
      const collectedAtMs = performance.now();
      metrics.exportFigures(figures, () => leadership.isHeld() && performance.now() - collectedAtMs < FRESH_MS);
      return false;
    },
  });
  return {
    ...loop,
    stop: async () => {
      await loop.stop();
      metrics.exportFigures([], () => false);
      await leadership.leave();
    },
  };
}
