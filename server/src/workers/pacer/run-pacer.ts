// Pacer: supplies the links. The first loop claims due strands and publishes their batches; the second publishes lost,
// held and postponed batches again; the third advances the engine mark, which detects a restored database.
import { must } from '@volley/domain/must.ts';
import { claimBatches } from '../../features/queue/batches/claim-batches.ts';
import { LANE_NAMES, publishBatches } from '../../features/queue/batches/publish-batches.ts';
import type { AccountTimes } from '../../features/queue/pacing/account-rate.ts';
import type { Deficits } from '../../features/queue/pacing/allocate-credit.ts';
import { turnDispatches } from '../../features/queue/strands/turn-month.ts';
import { requeueDueBatches } from '../../features/settlement/doubts/requeue-batches.ts';
import type { Platform } from '../../platform/platform.ts';
import { startFiguresLoop } from './figures-loop.ts';
import { startMarkLoop } from './mark-loop.ts';

const IDLE_MS = 100;
const REQUEUE_MS = 500;

export function runPacer(platform: Platform): { stop(): Promise<void> } {
  const { bus, loops, metrics } = platform;
  const deficits: Deficits = new Map();
  const accountTimes: AccountTimes = new Map();
  const pace = loops.start({
    name: 'pace',
    idleMs: IDLE_MS,
    round: async () => {
      const { outgoing, more, stale } = await claimBatches(platform, deficits, accountTimes);
      for (const { batch } of outgoing)
        metrics.count('volley_batches_claimed_total', {
          lane: must(LANE_NAMES[batch.lane], `name of lane ${batch.lane}`),
        });
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
  const figures = startFiguresLoop(platform);
  bus.onWake('pace', () => pace.wake());
  bus.onWake('requeue', () => requeue.wake());
  const all = [pace, requeue, mark, figures];
  return { stop: async () => void (await Promise.all(all.map((loop) => loop.stop()))) };
}
