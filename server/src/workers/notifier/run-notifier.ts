// Notifier: numbers events, claims due callback targets by lease, and runs them in parallel. Targets never share a
// connection or a place. Failing targets get at most half of the places, the targets of one company at most a quarter,
// so a hanging receiver delays only itself.
import { numberEvents } from '../../features/callbacks/feed/number-events.ts';
import {
  type ClaimedTarget,
  claimDueTargets,
  releaseTarget,
  renewLease,
} from '../../features/callbacks/partner/deliver-callbacks.ts';
import type { Platform } from '../../platform/platform.ts';
import { openTargets } from './open-targets.ts';
import { runFeedTarget } from './work-feed.ts';
import { runPartnerTarget } from './work-partner.ts';

const TARGETS_MAX = 200;
const FAILING_MAX = TARGETS_MAX / 2;
const OF_ONE_COMPANY_MAX = TARGETS_MAX / 4;
const IDLE_MS = 200;
const SEQUENCE_MS = 100;

export function runNotifier(platform: Platform): { stop(): Promise<void> } {
  const { bus, log, loops } = platform;
  const running = new Map<Promise<void>, ClaimedTarget>();
  const connections = openTargets(platform);
  let stopping = false;

  const run = async (target: ClaimedTarget) => {
    const to = connections.use(target);
    let failing = true;
    try {
      await withLease(platform, target.id, async () => {
        const isStopping = () => stopping;
        const result =
          target.form === 'PARTNER'
            ? await runPartnerTarget(platform, target, to, isStopping)
            : await runFeedTarget({ platform, target, to, isStopping });
        failing = result.failing;
        await releaseTarget(platform, target.id, result.failing, result.probing);
      });
    } catch (error) {
      log.warn({ err: error, endpoint: target.id }, 'callbacks interrupted; the lease brings them back');
    } finally {
      await connections.release(target, failing);
    }
  };

  const loop = loops.start({
    name: 'notify',
    idleMs: IDLE_MS,
    round: async () => {
      const inProgress = [...running.values()];
      const due = await claimDueTargets(platform, {
        all: TARGETS_MAX - inProgress.length,
        failing: FAILING_MAX - inProgress.filter((target) => target.failing).length,
        ofOneMax: OF_ONE_COMPANY_MAX,
        busy: inProgress.map(({ companyId }) => companyId),
      });
      for (const target of due) {
        // This process may still run the target, just released or with a lost lease: the new run waits for the old one.
        const [before] = [...running].find(([, { id }]) => id === target.id) ?? [];
        const job: Promise<void> = Promise.resolve(before)
          .then(() => run(target))
          .finally(() => void running.delete(job));
        running.set(job, target);
      }
      await connections.closeIdle();
      return false;
    },
  });
  // No wake-up: a round numbers many events at once, and events wait for each other anyway.
  const sequencer = loops.start({
    name: 'sequence',
    idleMs: SEQUENCE_MS,
    round: () => numberEvents(platform),
  });
  bus.onWake('notify', () => loop.wake());
  return {
    stop: async () => {
      stopping = true;
      await Promise.all([loop.stop(), sequencer.stop()]);
      await Promise.all(running.keys());
      await connections.closeAll();
    },
  };
}

/** Renews the lease while a target runs longer than it. */
async function withLease<T>(platform: Platform, targetId: number, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    renewLease(platform, targetId).catch((error: unknown) =>
      platform.log.warn({ err: error, endpoint: targetId }, 'lease not renewed'),
    );
  }, platform.config.instanceLeaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
