// Notifier: numbers events, takes endpoints that have something due, each by lease, and works them side by side.
// Endpoints never share a connection or a place; failing ones get half of the places at most, and those of one company
// a quarter, however many addresses it has. So a hanging receiver delays only itself.
import {
  type ClaimedEndpoint,
  leaveEndpoint,
  renewLease,
  takeEndpoints,
} from '../../features/callbacks/deliver-callbacks.ts';
import { numberEvents } from '../../features/callbacks/number-events.ts';
import type { Platform } from '../../platform/platform.ts';
import { openTargets } from './open-targets.ts';
import { workFeed } from './work-feed.ts';
import { workPartner } from './work-partner.ts';

const ENDPOINTS_MAX = 200;
const FAILING_MAX = ENDPOINTS_MAX / 2;
const OF_ONE_COMPANY_MAX = ENDPOINTS_MAX / 4;
const IDLE_MS = 200;
const SEQUENCE_MS = 100;

export function runNotifier(platform: Platform): { stop(): Promise<void> } {
  const { bus, log, loops } = platform;
  const working = new Map<Promise<void>, ClaimedEndpoint>();
  const targets = openTargets(platform);
  let stopping = false;

  const work = async (endpoint: ClaimedEndpoint) => {
    const to = targets.use(endpoint);
    let failing = true;
    try {
      await withLease(platform, endpoint.id, async () => {
        const isStopping = () => stopping;
        const result =
          endpoint.form === 'PARTNER'
            ? await workPartner(platform, endpoint, to, isStopping)
            : await workFeed({ platform, endpoint, to, isStopping });
        failing = result.failing;
        await leaveEndpoint(platform, endpoint.id, result.failing, result.probing);
      });
    } catch (error) {
      log.warn({ err: error, endpoint: endpoint.id }, 'callbacks interrupted; the lease brings them back');
    } finally {
      await targets.leave(endpoint, failing);
    }
  };

  const loop = loops.start({
    name: 'notify',
    idleMs: IDLE_MS,
    round: async () => {
      const inWork = [...working.values()];
      const endpoints = await takeEndpoints(platform, {
        all: ENDPOINTS_MAX - inWork.length,
        failing: FAILING_MAX - inWork.filter((endpoint) => endpoint.failing).length,
        ofOneMax: OF_ONE_COMPANY_MAX,
        busy: inWork.map(({ companyId }) => companyId),
      });
      for (const endpoint of endpoints) {
        // It may be in work here: just given back, or lost by its lease. Nobody works it twice at a time.
        const [before] = [...working].find(([, { id }]) => id === endpoint.id) ?? [];
        const job: Promise<void> = Promise.resolve(before)
          .then(() => work(endpoint))
          .finally(() => void working.delete(job));
        working.set(job, endpoint);
      }
      await targets.closeIdle();
      return false;
    },
  });
  // Not rung: numbers come to many events at once, and an event waits for others anyway.
  const sequencer = loops.start({
    name: 'sequence',
    idleMs: SEQUENCE_MS,
    round: () => numberEvents(platform),
  });
  bus.onRing('notify', () => loop.wake());
  return {
    stop: async () => {
      stopping = true;
      await Promise.all([loop.stop(), sequencer.stop()]);
      await Promise.all(working.keys());
      await targets.closeAll();
    },
  };
}

/** An endpoint may take longer than its lease: it is renewed meanwhile. */
async function withLease<T>(platform: Platform, endpointId: number, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    renewLease(platform, endpointId).catch((error: unknown) =>
      platform.log.warn({ err: error, endpoint: endpointId }, 'lease not renewed'),
    );
  }, platform.config.instanceLeaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
