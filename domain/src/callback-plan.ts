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

/** Arrays of events are resent at full ten seconds, so that what failed at about the same time travels together. */
export const ARRAY_GRID_MS = 10_000;

/** Of an event that travels in arrays: its first repeat comes on the grid, the others every five minutes after it. */
export function nextArrayTry(firstTryAtMs: number, attempts: number): number | undefined {
  if (attempts > CALLBACK_REPEATS_MAX) return undefined;
  const firstRepeat = Math.ceil((firstTryAtMs + CALLBACK_STEP_MS) / ARRAY_GRID_MS) * ARRAY_GRID_MS;
  return firstRepeat + (attempts - 1) * CALLBACK_STEP_MS;
}

/** How many tries the timetable has behind it: those that went by while nobody could try are not made up for. */
export function arrayTriesBy(firstTryAtMs: number, attempts: number, nowMs: number): number {
  const firstRepeat = nextArrayTry(firstTryAtMs, 1) ?? firstTryAtMs;
  return Math.max(attempts + 1, Math.floor((nowMs - firstRepeat) / CALLBACK_STEP_MS) + 2);
}
