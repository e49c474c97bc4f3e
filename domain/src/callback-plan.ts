// When a callback that got no 2xx answer is tried again: every five minutes until a day after the first try. The
// timetable hangs on the first try, so a restart or a slow answer does not shift it.

export const CALLBACK_STEP_MS = 5 * 60_000;
export const CALLBACK_PERIOD_MS = 24 * 3_600_000;
export const CALLBACK_REPEATS_MAX = CALLBACK_PERIOD_MS / CALLBACK_STEP_MS;

/** The next try after `attempts` tries, the first included; undefined when the callback is given up. */
export function nextCallbackTry(firstTryAtMs: number, attempts: number): number | undefined {
  if (attempts > CALLBACK_REPEATS_MAX) return undefined;
  return firstTryAtMs + attempts * CALLBACK_STEP_MS;
}
