// Repeats a call after temporary failures, and tells a failed change from one whose answer was lost.
import { ApiFailure } from '../errors/api-failure.ts';
import { AnswerUnknown, ConnectionFailure, mayHaveArrived } from '../errors/connection-failure.ts';
import { VolleyError } from '../errors/volley-error.ts';
import { isRead, type Route } from '../route.ts';

/** Rejects early when the signal is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

export type RetryOptions = {
  readonly retries: number;
  readonly pause: Pause;
  readonly signal: AbortSignal | undefined;
  /** The method, such as `messages.send`. */
  readonly method: string;
  readonly route: Route;
  readonly idempotencyKey: string | undefined;
};

/** The sign-in of an attempt failed, after retries of its own: the attempt was not made. */
export class SignInFailure {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

const PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
/** A longer Retry-After is reported as an error. */
const RETRY_AFTER_SECONDS_MAX = 30;

export async function withRetries(work: () => Promise<unknown>, options: RetryOptions): Promise<unknown> {
  const { pause, signal, route } = options;
  const retries = route.repeat === 'never' ? 0 : options.retries;
  let isLost = false;
  // The service may have done an attempt that it answered with a failure of its own.
  let wasOpen = false;
  for (let tried = 0; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SignInFailure) throw signInError(error, isLost || wasOpen, options);
      isLost ||= losesAnswer(error);
      const isOpen = error instanceof VolleyError && error.mayBeDone;
      const waitMs = pauseBefore(error, tried);
      if (signal?.aborted === true) throw error;
      if (tried >= retries || waitMs === undefined) throw finalError(error, isLost || (wasOpen && !isOpen), options);
      wasOpen ||= isOpen;
      await pause(waitMs, signal);
    }
  }
}

/** Undefined if a retry cannot help. */
function pauseBefore(error: unknown, tried: number): number | undefined {
  const pauseMs = Math.min(PAUSE_MS * 2 ** tried, PAUSE_MS_MAX) * (0.5 + Math.random());
  if (error instanceof ConnectionFailure) return pauseMs;
  if (!(error instanceof ApiFailure)) return undefined;
  const { status, retryAfterSeconds } = error;
  // The first request of the key is still running: a repeated request gets its answer.
  const isRunning = isTwin(error) && (tried > 0 || retryAfterSeconds !== undefined);
  if (status !== 408 && status !== 429 && status < 500 && !isRunning) return undefined;
  if (retryAfterSeconds === undefined) return pauseMs;
  return retryAfterSeconds > RETRY_AFTER_SECONDS_MAX ? undefined : Math.max(pauseMs, retryAfterSeconds * 1_000);
}

const isTwin = ({ code }: ApiFailure): boolean => code === 4090;

/** The request may have arrived, and the answer of the service did not. */
function losesAnswer(error: unknown): boolean {
  if (error instanceof ConnectionFailure) return mayHaveArrived(error);
  if (!(error instanceof ApiFailure) || !error.isForeign) return false;
  return error.status >= 500 || error.status === 408 || error.status < 300;
}

/** `isOpen`: the service may have done an attempt, and `error` does not say so. */
function finalError(error: unknown, isOpen: boolean, { method, route, idempotencyKey }: RetryOptions): unknown {
  if (!isOpen || isRead(route) || !(error instanceof VolleyError)) return error;
  const isSettled = idempotencyKey !== undefined && error instanceof ApiFailure && settles(error);
  return isSettled ? error : new AnswerUnknown(method, idempotencyKey, error);
}

/** The answer to a sign-in settles nothing. */
function signInError({ cause }: SignInFailure, isOpen: boolean, options: RetryOptions): unknown {
  const { method, route, idempotencyKey } = options;
  const isUnknown = isOpen && !isRead(route) && cause instanceof VolleyError;
  return isUnknown ? new AnswerUnknown(method, idempotencyKey, cause) : cause;
}

/**
 * A refusal under the key of a change proves that no earlier attempt was done, because a change that was done answers
 * again. Refusals from before the look-up of the key prove nothing.
 */
export function settles(error: ApiFailure): boolean {
  const { status, code, isForeign } = error;
  const isBeforeKeys = status === 401 || code === 4030 || status === 408 || status === 429 || isTwin(error);
  return status < 500 && !isForeign && !isBeforeKeys;
}
