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

/** Times of all retries if every attempt is on time and fails. */
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

test('a callback has 288 retries, five minutes apart, the last a day after the first attempt', () => {
  const repeats = repeatsFrom(firstRepeat(first));
  expect(repeats).toHaveLength(288);
  expect(CALLBACK_REPEATS_MAX).toBe(288);
  expect(repeats.at(-1)).toBe(first + CALLBACK_PERIOD_MS);
  expect(repeats.every((at, n) => at === first + (n + 1) * CALLBACK_STEP_MS)).toBe(true);
});

test('an array of events has 288 retries, five minutes apart, starting on the ten-second grid and never early', () => {
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
  ['the first attempt fails', 0, 0, 1, 1],
  ['the first retry fails', 1, CALLBACK_STEP_MS + 3_000, 2, 2],
  ['a late retry fails', 1, CALLBACK_STEP_MS + 60_000, 2, 2],
  ['a retry fails after an hour without attempts', 1, 3_600_000 + 3_000, 13, 13],
  ['a fifth manual attempt fails before the first retry', 4, 60_000, 5, 1],
  ['the last retry but one fails after many manual attempts', 700, CALLBACK_PERIOD_MS - 240_000, 701, 288],
])('%s', (_, attemptsBefore, afterMs, attempts, nextRepeat) => {
  const firstRepeatMs = firstArrayRepeat(first);
  expect(afterFailedTry(firstRepeatMs, attemptsBefore, first + afterMs)).toEqual({
    attempts,
    nextMs: firstRepeatMs + (nextRepeat - 1) * CALLBACK_STEP_MS,
  });
});

test('a callback two days late has a single attempt', () => {
  const failed = afterFailedTry(firstArrayRepeat(first), 5, first + 2 * CALLBACK_PERIOD_MS);
  expect(failed).toEqual({ attempts: 576, nextMs: undefined });
});
