import { expect, test } from 'vitest';
import {
  ARRAY_GRID_MS,
  arrayTriesBy,
  CALLBACK_PERIOD_MS,
  CALLBACK_REPEATS_MAX,
  CALLBACK_STEP_MS,
  nextArrayTry,
  nextCallbackTry,
} from './callback-plan.ts';

const first = Date.UTC(2026, 10, 15, 10, 0, 7);

test('repeats come every five minutes counted from the first try', () => {
  expect(nextCallbackTry(first, 0)).toBe(first);
  expect(nextCallbackTry(first, 1)).toBe(first + 5 * 60_000);
  expect(nextCallbackTry(first, 2)).toBe(first + 10 * 60_000);
});

test('there are 288 repeats, the last a day after the first try, and then no more', () => {
  const tries: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const at = nextCallbackTry(first, attempts);
    if (at === undefined) break;
    tries.push(at);
  }
  expect(tries).toHaveLength(288);
  expect(CALLBACK_REPEATS_MAX).toBe(288);
  expect(tries.at(-1)).toBe(first + CALLBACK_PERIOD_MS);
  expect(tries.every((at, n) => at === first + (n + 1) * CALLBACK_STEP_MS)).toBe(true);
});

test('repeats of arrays begin on the grid, never early, and go on every five minutes, 288 of them', () => {
  const repeats = Array.from({ length: CALLBACK_REPEATS_MAX }, (_, n) => nextArrayTry(first, n + 1) ?? Number.NaN);
  expect(repeats[0]).toBe(Date.UTC(2026, 10, 15, 10, 5, 10));
  expect(nextArrayTry(first - 7_000, 1)).toBe(first - 7_000 + CALLBACK_STEP_MS);
  expect(repeats.every((at, n) => at === (repeats[0] ?? 0) + n * CALLBACK_STEP_MS && at % ARRAY_GRID_MS === 0)).toBe(
    true,
  );
  expect((repeats.at(-1) ?? 0) - first).toBeLessThan(CALLBACK_PERIOD_MS + ARRAY_GRID_MS);
  expect(nextArrayTry(first, CALLBACK_REPEATS_MAX + 1)).toBeUndefined();
});

test.each([
  ['at the first try', 0, 0, 1],
  ['at the first repeat', 1, CALLBACK_STEP_MS + 3_000, 2],
  ['a little late', 1, CALLBACK_STEP_MS + 60_000, 2],
  ['after an hour without tries', 1, 3_600_000 + 3_000, 13],
  ['two days late', 5, 2 * CALLBACK_PERIOD_MS, 576],
])('tries behind it %s', (_, attempts, afterMs, tries) => {
  expect(arrayTriesBy(first, attempts, first + afterMs)).toBe(tries);
});
