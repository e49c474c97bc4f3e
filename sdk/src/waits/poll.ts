// Asks again until there is nothing left to wait for: at growing intervals, through outages, up to a time-out.
import { ApiFailure, RateLimited, ServerFailure } from '../errors/api-failure.ts';
import { ConnectionFailure } from '../errors/connection-failure.ts';
import { VolleyError } from '../errors/volley-error.ts';
import type { Pause } from '../requests/retries.ts';

export type WaitOptions = {
  /** Longest wait; default 10 minutes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};

/** The time is over; the ids of the objects that are not final yet are in `waiting`. */
export class WaitTimeout extends VolleyError {
  override readonly name = 'WaitTimeout';
  readonly waiting: readonly (string | number)[];

  constructor(method: string, waiting: readonly (string | number)[], timeoutMs: number, cause: unknown) {
    super(
      `${method}: not final after ${timeoutMs / 1_000} s: ${waiting.slice(0, IDS_SHOWN).join(', ')}${more(waiting)}`,
      {
        reason: 'not-final',
        hint: 'Wait again, or let a callback or the feed of events report the end.',
        cause,
      },
    );
    this.waiting = waiting;
  }
}

const IDS_SHOWN = 3;
const more = ({ length }: readonly unknown[]): string => (length > IDS_SHOWN ? ` and ${length - IDS_SHOWN} more` : '');

export type Interval = { readonly firstMs: number; readonly maxMs: number };

export type Polled = WaitOptions & {
  /** Such as `messages.waitFor`. */
  readonly method: string;
  readonly interval: Interval;
  readonly pause: Pause;
  readonly waiting: () => readonly (string | number)[];
};

const WAIT_MS = 600_000;

/** Yields what `ask` returns, until nothing is waited for. */
export async function* poll<Found>(
  polled: Polled,
  ask: (signal: AbortSignal) => Promise<Found>,
): AsyncGenerator<Found> {
  const { method, interval, pause, waiting, timeoutMs = WAIT_MS, signal } = polled;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ending = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let failure: unknown;
  const unlessTemporary = (error: unknown): undefined => {
    signal?.throwIfAborted();
    if (timeout.aborted) throw new WaitTimeout(method, waiting(), timeoutMs, failure);
    if (!isTemporary(error)) throw error;
    failure = error;
  };
  for (let pauseMs = interval.firstMs; waiting().length > 0; pauseMs = Math.min(pauseMs * 1.5, interval.maxMs)) {
    failure = undefined;
    const found = await ask(ending).catch(unlessTemporary);
    if (found !== undefined) yield found;
    if (waiting().length === 0) return;
    await pause(Math.max(pauseMs, retryAfterMs(failure)), ending).catch(unlessTemporary);
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionFailure || error instanceof ServerFailure || error instanceof RateLimited;

const retryAfterMs = (error: unknown): number =>
  error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
