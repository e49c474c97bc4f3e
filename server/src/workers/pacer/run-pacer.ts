// Pacer: keeps the links supplied. A round claims what is due and publishes it; a second loop publishes
// again what was lost, held or left. A publish that fails is made up for by the claim's lease.
import { claimBatches } from '../../features/dispatches/claim-batches.ts';
import type { OutgoingBatch } from '../../features/dispatches/cut-batches.ts';
import type { Deficits } from '../../features/dispatches/deal-credit.ts';
import { requeueDueBatches } from '../../features/settlement/requeue-batches.ts';
import { recoverByReceipts } from '../../features/settlement/resolve-doubts.ts';
import type { Platform } from '../../platform/platform.ts';
import { startLoop } from '../../platform/worker-loop.ts';

const LANE_NAMES = ['urgent', 'normal', 'bulk'];
const IDLE_MS = 100;
const REQUEUE_MS = 500;

export function runPacer(platform: Platform): { stop(): Promise<void> } {
  const { bus, log, metrics } = platform;
  const deficits: Deficits = new Map();
  const publish = async (outgoing: readonly OutgoingBatch[]) => {
    const results = await Promise.allSettled(
      outgoing.map(({ batch, payload }) =>
        bus.publish('send', `${LANE_NAMES[batch.lane]}.${batch.linkId}`, `${batch.id}.${batch.attempt}`, payload),
      ),
    );
    const failed = results.filter((result) => result.status === 'rejected');
    if (failed[0] !== undefined)
      log.warn(
        { err: failed[0].reason, batches: failed.length },
        'batches not published; their lease brings them back',
      );
  };
  const pace = startLoop({
    name: 'pace',
    log,
    metrics,
    idleMs: IDLE_MS,
    round: async () => {
      const { outgoing, more } = await claimBatches(platform, deficits);
      for (const { batch } of outgoing)
        metrics.count('volley_batches_claimed_total', { lane: LANE_NAMES[batch.lane] ?? '' });
      await publish(outgoing);
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
      const outgoing = await requeueDueBatches(platform);
      await publish(outgoing);
      return outgoing.length > 0;
    },
  });
  bus.onRing('pace', () => pace.wake());
  bus.onRing('requeue', () => requeue.wake());
  return { stop: async () => void (await Promise.all([pace.stop(), requeue.stop()])) };
}
