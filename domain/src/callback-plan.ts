// When a callback that got no 2xx answer is tried again: every five minutes until a day after the first try. The
// timetable hangs on the first try, so neither a restart nor a slow answer nor a try on request shifts it.

export const CALLBACK_STEP_MS = 5 * 60_000;
export const CALLBACK_PERIOD_MS = 24 * 3_600_000;
export const CALLBACK_REPEATS_MAX = CALLBACK_PERIOD_MS / CALLBACK_STEP_MS;

export function firstRepeat(firstTryAtMs: number): number {
  return firstTryAtMs + CALLBACK_STEP_MS;
}

/** Arrays of events are resent at full ten seconds, so that what failed at about the same time travels together. */
export const ARRAY_GRID_MS = 10_000;

export function firstArrayRepeat(firstTryAtMs: number): number {
  return Math.ceil(firstRepeat(firstTryAtMs) / ARRAY_GRID_MS) * ARRAY_GRID_MS;
}

/** `nextMs` undefined: the callback is given up. */
export type FailedTry = { readonly attempts: number; readonly nextMs: number | undefined };

/**
 * After one more try than `attemptsBefore`. Repeats whose time went by while nobody could try count as tried and are
 * not made up for; a try out of turn takes the place of none.
 */
export function afterFailedTry(firstRepeatMs: number, attemptsBefore: number, nowMs: number): FailedTry {
  const gone = Math.max(0, Math.floor((nowMs - firstRepeatMs) / CALLBACK_STEP_MS) + 1);
  return {
    attempts: Math.max(attemptsBefore, gone) + 1,
    nextMs: gone < CALLBACK_REPEATS_MAX ? firstRepeatMs + gone * CALLBACK_STEP_MS : undefined,
  };
}
