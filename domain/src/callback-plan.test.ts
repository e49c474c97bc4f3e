import { expect, test } from 'vitest';
import {
  ARRAY_GRID_MS,
  afterFailedTry,
  CALLBACK_PERIOD_MS,
  CALLBACK_REPEATS_MAX,
  CALLBACK_STEP_MS,
  firstArrayRepeat,
  firstRepeat,
} from './callback-plan.ts';

const first = Date.UTC(2026, 10, 15, 10, 0, 7);

/** The times of all repeats when each try is made at its time and fails. */
function repeatsFrom(firstRepeatMs: number): number[] {
  const repeats: number[] = [];
  let failed = afterFailedTry(firstRepeatMs, 0, first);
  while (failed.nextMs !== undefined) {
    repeats.push(failed.nextMs);
    failed = afterFailedTry(firstRepeatMs, failed.attempts, failed.nextMs);
  }
  expect(failed.attempts).toBe(repeats.length + 1);
  return repeats;
}

test('there are 288 repeats, five minutes apart, the last a day after the first try, and then no more', () => {
  const repeats = repeatsFrom(firstRepeat(first));
  expect(repeats).toHaveLength(288);
  expect(CALLBACK_REPEATS_MAX).toBe(288);
  expect(repeats.at(-1)).toBe(first + CALLBACK_PERIOD_MS);
  expect(repeats.every((at, n) => at === first + (n + 1) * CALLBACK_STEP_MS)).toBe(true);
});

test('repeats of arrays begin on the grid, never early, and go on every five minutes, 288 of them', () => {
  const repeats = repeatsFrom(firstArrayRepeat(first));
  expect(repeats).toHaveLength(288);
  expect(repeats[0]).toBe(Date.UTC(2026, 10, 15, 10, 5, 10));
  expect(firstArrayRepeat(first - 7_000)).toBe(first - 7_000 + CALLBACK_STEP_MS);
  expect(repeats.every((at, n) => at === (repeats[0] ?? 0) + n * CALLBACK_STEP_MS && at % ARRAY_GRID_MS === 0)).toBe(
    true,
  );
  expect((repeats.at(-1) ?? 0) - first).toBeLessThan(CALLBACK_PERIOD_MS + ARRAY_GRID_MS);
});

test.each([
  ['at the first try', 0, 0, 1, 1],
  ['at the first repeat', 1, CALLBACK_STEP_MS + 3_000, 2, 2],
  ['a little late', 1, CALLBACK_STEP_MS + 60_000, 2, 2],
  ['after an hour without tries', 1, 3_600_000 + 3_000, 13, 13],
  ['at a fifth try on request, before the first repeat', 4, 60_000, 5, 1],
  ['at the last repeat but one, after many tries on request', 700, CALLBACK_PERIOD_MS - 240_000, 701, 288],
])('%s', (_, attemptsBefore, afterMs, attempts, nextRepeat) => {
  const firstRepeatMs = firstArrayRepeat(first);
  expect(afterFailedTry(firstRepeatMs, attemptsBefore, first + afterMs)).toEqual({
    attempts,
    nextMs: firstRepeatMs + (nextRepeat - 1) * CALLBACK_STEP_MS,
  });
});

test('whoever is two days late has one try and no more', () => {
  const failed = afterFailedTry(firstArrayRepeat(first), 5, first + 2 * CALLBACK_PERIOD_MS);
  expect(failed).toEqual({ attempts: 576, nextMs: undefined });
});
