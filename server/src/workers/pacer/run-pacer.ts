// Pacer: keeps the links supplied. A round claims what is due and publishes it; a second loop publishes
// again what was lost, held or left. A third keeps the engine mark, which tells a database that went back.
import { claimBatches } from '../../features/dispatches/claim-batches.ts';
import type { Deficits } from '../../features/dispatches/deal-credit.ts';
import { LANE_NAMES, publishBatches } from '../../features/dispatches/publish-batches.ts';
import { turnDispatches } from '../../features/dispatches/turn-month.ts';
import { requeueDueBatches } from '../../features/settlement/requeue-batches.ts';
import type { Platform } from '../../platform/platform.ts';
import { startMarkLoop } from './mark-loop.ts';

const IDLE_MS = 100;
const REQUEUE_MS = 500;

export function runPacer(platform: Platform): { stop(): Promise<void> } {
  const { bus, loops, metrics } = platform;
  const deficits: Deficits = new Map();
  const pace = loops.start({
    name: 'pace',
    idleMs: IDLE_MS,
    round: async () => {
      const { outgoing, more, stale } = await claimBatches(platform, deficits);
      for (const { batch } of outgoing)
        metrics.count('volley_batches_claimed_total', { lane: LANE_NAMES[batch.lane] ?? '' });
      await publishBatches(platform, outgoing);
      const turned = await turnDispatches(platform, stale);
      return more || turned > 0;
    },
  });
  const requeue = loops.start({
    name: 'requeue',
    idleMs: REQUEUE_MS,
    round: async () => {
      const { outgoing, more, stale } = await requeueDueBatches(platform);
      await publishBatches(platform, outgoing);
      const turned = await turnDispatches(platform, stale);
      return more || outgoing.length > 0 || turned > 0;
    },
  });
  const mark = startMarkLoop(platform);
  bus.onRing('pace', () => pace.wake());
  bus.onRing('requeue', () => requeue.wake());
  return { stop: async () => void (await Promise.all([pace.stop(), requeue.stop(), mark.stop()])) };
}
