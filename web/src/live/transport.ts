// How a tab reaches the single stream: through the shared worker; without one, through the leading tab; without
// messages between tabs, by its own stream.
import { LiveLink } from './live-link.ts';
import type { LiveNews, LiveWish } from './live-message.ts';
import { surroundings } from './surroundings.ts';

export type Transport = { send(wish: LiveWish): void };
type Hear = (news: LiveNews) => void;

export function openTransport(hear: Hear): Transport {
  const client = `volley-tab-${crypto.randomUUID()}`;
  if (typeof SharedWorker === 'function') return throughWorker(client, hear);
  if (typeof BroadcastChannel === 'function' && navigator.locks !== undefined) return throughLeader(client, hear);
  const link = new LiveLink(surroundings, (_client, news) => hear(news));
  return { send: (wish) => link.wish(client, wish) };
}

function throughWorker(client: string, hear: Hear): Transport {
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), {
    type: 'module',
    name: 'volley-live',
  });
  worker.port.onmessage = ({ data }: MessageEvent<LiveNews>) => hear(data);
  const held = holdLock(client);
  return { send: (wish) => void held.then(() => worker.port.postMessage({ client, wish })) };
}

/**
 * Held while the tab lives. The receiver of the tab's name waits for this lock to detect its end, so the tab must hold
 * the lock before it sends its name.
 */
function holdLock(name: string): Promise<void> {
  if (navigator.locks === undefined) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks.request(name, () => {
    resolve();
    return new Promise(() => undefined);
  });
  return promise;
}

type Said =
  | { readonly from: string; readonly wish: LiveWish }
  | { readonly to: string; readonly news: LiveNews }
  /** A new leader knows no other tabs yet. */
  | { readonly call: true };

const CHANNEL = 'volley-live';

function throughLeader(client: string, hear: Hear): Transport {
  const channel = new BroadcastChannel(CHANNEL);
  let link: LiveLink | undefined;
  let last: LiveWish | undefined;
  const held = holdLock(client);
  const send = (wish: LiveWish) => {
    last = wish;
    if (link !== undefined) link.wish(client, wish);
    else void held.then(() => channel.postMessage({ from: client, wish } satisfies Said));
  };
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if ('to' in data) {
      if (data.to === client) hear(data.news);
    } else if ('call' in data) {
      if (last !== undefined) send(last);
    } else if (link !== undefined) {
      link.wish(data.from, data.wish);
      const { from } = data;
      void navigator.locks.request(from, () => link?.leave(from));
    }
  };
  void navigator.locks.request(`${CHANNEL}-leader`, () => {
    link = new LiveLink(surroundings, (to, news) => {
      if (to === client) hear(news);
      else channel.postMessage({ to, news } satisfies Said);
    });
    if (last !== undefined) link.wish(client, last);
    channel.postMessage({ call: true } satisfies Said);
    return new Promise(() => undefined);
  });
  return { send };
}
