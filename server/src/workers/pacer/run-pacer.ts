// Pacer: keeps the links supplied. A round claims what is due and publishes it; a second loop publishes
// again what was lost, held or left.
import { claimBatches } from '../../features/dispatches/claim-batches.ts';
import type { Deficits } from '../../features/dispatches/deal-credit.ts';
import { LANE_NAMES, publishBatches } from '../../features/dispatches/publish-batches.ts';
import { requeueDueBatches } from '../../features/settlement/requeue-batches.ts';
import { recoverByReceipts } from '../../features/settlement/resolve-doubts.ts';
import type { Platform } from '../../platform/platform.ts';
import { startLoop } from '../../platform/worker-loop.ts';

const IDLE_MS = 100;
const REQUEUE_MS = 500;

export function runPacer(platform: Platform): { stop(): Promise<void> } {
  const { bus, log, metrics } = platform;
  const deficits: Deficits = new Map();
  const pace = startLoop({
    name: 'pace',
    log,
    metrics,
    idleMs: IDLE_MS,
    round: async () => {
      const { outgoing, more } = await claimBatches(platform, deficits);
      for (const { batch } of outgoing)
        metrics.count('volley_batches_claimed_total', { lane: LANE_NAMES[batch.lane] ?? '' });
      await publishBatches(platform, outgoing);
      return more;
    },
  });
  const requeue = startLoop({
    name: 'requeue',
    log,
    metrics,
    idleMs: REQUEUE_MS,
    round: async () => {
      // Evidence first: what a receipt has proved to be with the operator is not sent again.
      await recoverByReceipts(platform);
      const { outgoing, more } = await requeueDueBatches(platform);
      await publishBatches(platform, outgoing);
      return more || outgoing.length > 0;
    },
  });
  bus.onRing('pace', () => pace.wake());
  bus.onRing('requeue', () => requeue.wake());
  return { stop: async () => void (await Promise.all([pace.stop(), requeue.stop()])) };
}
