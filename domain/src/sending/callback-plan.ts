// Retry schedule of callbacks without a 2xx answer: every five minutes until one day after the first attempt. The
// schedule is relative to the first attempt: a restart, a slow answer or a manual attempt does not shift it.

export const CALLBACK_STEP_MS = 5 * 60_000;
export const CALLBACK_PERIOD_MS = 24 * 3_600_000;
export const CALLBACK_REPEATS_MAX = CALLBACK_PERIOD_MS / CALLBACK_STEP_MS;

export function firstRepeat(firstTryAtMs: number): number {
  return firstTryAtMs + CALLBACK_STEP_MS;
}

/** Arrays of events are resent on multiples of ten seconds, so events that failed together travel together. */
export const ARRAY_GRID_MS = 10_000;

export function firstArrayRepeat(firstTryAtMs: number): number {
  return Math.ceil(firstRepeat(firstTryAtMs) / ARRAY_GRID_MS) * ARRAY_GRID_MS;
}

/** `nextMs` undefined: the callback is abandoned. */
export type FailedTry = { readonly attempts: number; readonly nextMs: number | undefined };

/**
 * State after one more failed attempt. Retries missed while the notifier was down count as attempts and are not made
 * up for; a manual attempt replaces no retry.
 */
export function afterFailedTry(firstRepeatMs: number, attemptsBefore: number, nowMs: number): FailedTry {
  const gone = Math.max(0, Math.floor((nowMs - firstRepeatMs) / CALLBACK_STEP_MS) + 1);
  return {
    attempts: Math.max(attemptsBefore, gone) + 1,
    nextMs: gone < CALLBACK_REPEATS_MAX ? firstRepeatMs + gone * CALLBACK_STEP_MS : undefined,
  };
}
