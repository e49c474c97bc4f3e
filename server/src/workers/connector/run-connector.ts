// Connector: owns operator links by lease and runs a worker per link. A changed link row restarts its session; a lost
// link is closed at once.
import { type OwnedLink, ownLinks, releaseOwnedLink } from '../../features/operator-links/own-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkSubscriptions } from './check-subscriptions.ts';
import { LinkWorker } from './link-worker.ts';
import { StopMarks } from './marks.ts';
import { readRegistries } from './read-registries.ts';
import { ReceiptInbox } from './receipt-inbox.ts';

const OWN_MS = 1_000;
const MARKS_MS = 1_000;
const SUBSCRIPTIONS_MS = 30_000;
const REGISTRIES_MS = 30_000;

export function runConnector(platform: Platform): { stop(): Promise<void> } {
  const { bus, loops } = platform;
  const workers = new Map<number, LinkWorker>();
  const marks = new StopMarks(platform);
  const inbox = new ReceiptInbox(platform);

  const settle = async (links: readonly OwnedLink[]) => {
    const owned = new Map(links.map((link) => [link.id, link]));
    for (const [id, worker] of workers) {
      if (owned.get(id)?.version === worker.link.version) continue;
      workers.delete(id);
      await worker.close();
    }
    for (const link of links) {
      const worker = workers.get(link.id);
      if (worker === undefined) workers.set(link.id, new LinkWorker({ platform, link, marks, inbox }));
      else worker.renewed(link);
    }
  };

  const own = loops.start({
    name: 'own links',
    idleMs: OWN_MS,
    round: async () => {
      await settle(await ownLinks(platform));
      return false;
    },
  });
  const refresh = loops.start({
    name: 'marks',
    idleMs: MARKS_MS,
    round: async () => {
      await marks.refresh([...workers.values()].flatMap((worker) => worker.batches));
      for (const worker of workers.values()) worker.wake();
      return false;
    },
  });
  const subscriptions = loops.start({
    name: 'subscriptions',
    idleMs: SUBSCRIPTIONS_MS,
    round: () => checkSubscriptions(platform),
  });
  const registries = loops.start({
    name: 'template registries',
    idleMs: REGISTRIES_MS,
    round: () => readRegistries(platform),
  });
  bus.onAsk('stop', (payload) => marks.markStopped(Number(payload)));
  bus.onWake('control.marks', () => refresh.wake());
  bus.onWake('links', () => own.wake());
  bus.onWake('templates', () => registries.wake());

  return {
    stop: async () => {
      await Promise.all([own.stop(), refresh.stop(), subscriptions.stop(), registries.stop()]);
      await Promise.all([...workers.values()].map((worker) => worker.close()));
      await inbox.close();
      await Promise.all([...workers.keys()].map((id) => releaseOwnedLink(platform, id)));
    },
  };
}
