import { expect, test } from 'vitest';
import { CALLBACK_PERIOD_MS, CALLBACK_REPEATS_MAX, CALLBACK_STEP_MS, nextCallbackTry } from './callback-plan.ts';

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
