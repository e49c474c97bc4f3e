// Notifier: takes endpoints that have something due, each by lease, and works them side by side; endpoints
// never share a connection or a place, so a hanging receiver delays only itself.
import {
  type ClaimedEndpoint,
  keepFailedProbe,
  keepTries,
  leaveEndpoint,
  needsProbe,
  nextEvents,
  renewLease,
  takeEndpoints,
} from '../../features/callbacks/deliver-callbacks.ts';
import { openTarget } from '../../platform/outbound-http.ts';
import type { Platform } from '../../platform/platform.ts';
import { startLoop } from '../../platform/worker-loop.ts';
import { type EventTarget, postEvents } from './post-events.ts';

const ENDPOINTS_MAX = 200;
const IDLE_MS = 200;
const USER_AGENT = 'Volley-callback/1';

export function runNotifier(platform: Platform): { stop(): Promise<void> } {
  const { bus, log, metrics } = platform;
  const working = new Set<Promise<void>>();
  let stopping = false;

  const work = async (endpoint: ClaimedEndpoint) => {
    const to = targetOf(platform, endpoint);
    try {
      await withLease(platform, endpoint.id, () => workEndpoint(platform, endpoint, to, () => stopping));
    } catch (error) {
      log.warn({ err: error, endpoint: endpoint.id }, 'callbacks interrupted; the lease brings them back');
    } finally {
      await to.target.close();
    }
  };

  const loop = startLoop({
    name: 'notify',
    log,
    metrics,
    idleMs: IDLE_MS,
    round: async () => {
      const room = ENDPOINTS_MAX - working.size;
      const endpoints = room > 0 ? await takeEndpoints(platform, room) : [];
      for (const endpoint of endpoints) {
        const job: Promise<void> = work(endpoint).finally(() => {
          working.delete(job);
        });
        working.add(job);
      }
      return false;
    },
  });
  bus.onRing('notify', () => loop.wake());
  return {
    stop: async () => {
      stopping = true;
      await loop.stop();
      await Promise.all(working);
    },
  };
}

async function workEndpoint(
  platform: Platform,
  endpoint: ClaimedEndpoint,
  to: EventTarget,
  isStopping: () => boolean,
): Promise<void> {
  let failing = endpoint.failing;
  let probing = false;
  if (failing && (await needsProbe(platform, endpoint.id))) {
    probing = !(await probe(platform, endpoint, to));
    failing = probing;
  }
  while (!probing && !isStopping()) {
    const due = await nextEvents(platform, endpoint.id);
    if (due.length === 0) break;
    const tried = await postEvents(platform, to, due);
    const givenUp = await keepTries(platform, endpoint.id, tried);
    tellGivenUp(platform, endpoint, givenUp);
    failing = tried.every(({ due: portion, failed }) => failed.length === portion.events.length);
    probing = failing && (await needsProbe(platform, endpoint.id));
  }
  await leaveEndpoint(platform, endpoint.id, failing, probing);
}

/** One event stands for all. When it fails, all that was due counts as tried. */
async function probe(platform: Platform, endpoint: ClaimedEndpoint, to: EventTarget): Promise<boolean> {
  const [first] = await nextEvents(platform, endpoint.id);
  const [event] = first?.events ?? [];
  if (first === undefined || event === undefined) return true;
  const [tried] = await postEvents(platform, to, [{ ...first, events: [event] }]);
  if (tried !== undefined && tried.failed.length === 0) return true;
  tellGivenUp(platform, endpoint, await keepFailedProbe(platform, endpoint.id));
  return false;
}

function tellGivenUp({ log }: Platform, endpoint: ClaimedEndpoint, events: number): void {
  if (events > 0) log.warn({ endpoint: endpoint.id, events }, 'callbacks given up after a day');
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

function targetOf({ config }: Platform, endpoint: ClaimedEndpoint): EventTarget {
  const url = new URL(endpoint.url);
  const authorization =
    endpoint.credentials === undefined
      ? {}
      : { authorization: `Basic ${Buffer.from(endpoint.credentials).toString('base64')}` };
  return {
    target: openTarget(url.origin, {
      allow: config.callbackAllow,
      sourceAddress: config.callbackSourceAddress,
      connections: config.callbackConnections,
    }),
    path: `${url.pathname}${url.search}`,
    headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...authorization },
    connections: config.callbackConnections,
  };
}
