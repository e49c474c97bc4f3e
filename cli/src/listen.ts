// `volley listen`: follows the feed of an account from now on and forwards every event to a receiver on the developer's
// machine, like a callback. Events replayed from the console are forwarded too.
import type { Client } from '@volley/sdk/client.ts';
import { ApiFailure } from '@volley/sdk/errors/api-failure.ts';
import { deliver, type Receiver } from './delivery.ts';
import { lineOf } from './delivery-line.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import { FROM_NOW_ON } from './feed-start.ts';
import type { Terminal } from './terminal.ts';

export type ListenOptions = {
  readonly client: Client;
  readonly receiver: Receiver;
  readonly json: boolean;
  /** Empty: all events. */
  readonly events: readonly string[];
  readonly signal: AbortSignal;
};

/** Events per request, as in the first attempt of a callback. */
const ARRAY_MAX = 100;
const WAIT_SECONDS = 20;
const PAUSE_MS = { first: 1_000, max: 30_000 };

type Place = { readonly after: number; readonly replays: number };

export async function listen(options: ListenOptions, terminal: Terminal): Promise<number> {
  const { client, receiver, json, signal } = options;
  try {
    let place = await findPlace(options);
    terminal.say(`Listening to ${client.api}, forwarding to ${shown(receiver.url)}. Ctrl+C ends.`);
    if (!json) terminal.out('ready');
    while (!signal.aborted) place = await withRetries(options, terminal, () => follow(options, terminal, place));
    return EXIT.ok;
  } catch (error) {
    if (signal.aborted) return EXIT.ok;
    terminal.say(explainError(error));
    return error instanceof ApiFailure && isRefused(error) ? EXIT.auth : EXIT.error;
  }
}

async function findPlace({ client, signal }: ListenOptions): Promise<Place> {
  const query = { after: FROM_NOW_ON, limit: 1, replays_after: FROM_NOW_ON };
  const { lastNumber, lastReplay = 0 } = await client.events.list(query, { signal });
  return { after: lastNumber, replays: lastReplay };
}

async function follow(options: ListenOptions, terminal: Terminal, place: Place): Promise<Place> {
  const { client, receiver, json, events: wanted, signal } = options;
  const query = { after: place.after, limit: ARRAY_MAX, wait: WAIT_SECONDS, replays_after: place.replays };
  const askedAtMs = performance.now();
  const { items, replayed = [], lastReplay = place.replays } = await client.events.list(query, { signal });
  // A busy service answers a long poll immediately: polling again at once would add to its load.
  const isBusy = items.length + replayed.length === 0 && performance.now() - askedAtMs < PAUSE_MS.first;
  if (isBusy) await pause(PAUSE_MS.first, signal);
  for (const [events, isReplay] of [[items, false] as const, [replayed, true] as const]) {
    const chosen = events.filter((event) => wanted.length === 0 || wanted.includes(event.callback_event));
    if (chosen.length === 0) continue;
    const delivery = await deliver(receiver, chosen, isReplay);
    terminal.out(json ? JSON.stringify(delivery) : lineOf(delivery, terminal.paint));
  }
  return { after: items.at(-1)?.event_number ?? place.after, replays: lastReplay };
}

/** Retries while the service restarts, but not after a refused key. */
async function withRetries<T>({ signal }: ListenOptions, terminal: Terminal, work: () => Promise<T>): Promise<T> {
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.max)) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || (error instanceof ApiFailure && isRefused(error))) throw error;
      const asked = error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
      const waitMs = Math.max(pauseMs, asked);
      terminal.say(
        `${error instanceof Error ? error.message : String(error)}; retrying in ${Math.round(waitMs / 1_000)} s`,
      );
      await pause(waitMs, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

const isRefused = (error: ApiFailure) => exitCodeOf(error) === EXIT.auth;

/** The URL without credentials. */
function shown(url: URL): string {
  const open = new URL(url);
  open.username = '';
  open.password = '';
  return open.href;
}
