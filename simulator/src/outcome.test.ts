import { expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';
import { seededRandom } from './random.ts';
import { defaultScenario } from './scenario.ts';

const COUNT = 20_000;

test('log-normal delays stay between their limits, around the geometric middle', () => {
  const scenario = {
    ...defaultScenario,
    receiptDelayForm: 'log-normal' as const,
    receiptDelayMinMs: 2_000,
    receiptDelayMaxMs: 30_000,
  };
  const random = seededRandom(1);
  const delays = Array.from({ length: COUNT }, () => outcomeOf('79161234567', scenario, random).receipt?.delayMs ?? 0);
  const sorted = delays.toSorted((one, other) => one - other);
  expect(sorted.at(0)).toBe(2_000);
  expect(sorted.at(-1)).toBe(30_000);
  expect(sorted[COUNT / 2]).toBeGreaterThan(7_500);
  expect(sorted[COUNT / 2]).toBeLessThan(8_000);
  // One standard deviation above the middle: 84 of a hundred.
  expect(sorted[COUNT * 0.8413]).toBeGreaterThan(14_800);
  expect(sorted[COUNT * 0.8413]).toBeLessThan(15_700);
});
