import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forecastBudget, monthBounds } from './budget-forecast.ts';

const at = (text: string) => new Date(text).getTime();
const roubles = (amount: number) => BigInt(amount) * 1_000_000n;
const spending = (spent: number, reserved = 0, budget?: number) => ({
  spentMicros: roubles(spent),
  reservedMicros: roubles(reserved),
  budgetMicros: budget === undefined ? null : roubles(budget),
});

test('a month begins and ends at midnight in Moscow', () => {
  expect(monthBounds(at('2026-11-30T20:59:59Z'))).toEqual({
    from: new Date('2026-10-31T21:00:00Z'),
    to: new Date('2026-11-30T21:00:00Z'),
  });
  expect(monthBounds(at('2026-11-30T21:00:00Z')).to).toEqual(new Date('2026-12-31T21:00:00Z'));
});

describe('the forecast', () => {
  const half = at('2026-11-16T00:00:00+03:00');

  test('is linear', () => {
    expect(forecastBudget(spending(1_000), half)).toEqual({ micros: roubles(2_000), exhaustedAt: undefined });
  });

  test('is never below the amount spent and reserved', () => {
    expect(forecastBudget(spending(1_000, 5_000), half)?.micros).toBe(roubles(6_000));
  });

  test('contains the instant at which the budget runs out', () => {
    expect(forecastBudget(spending(1_000, 0, 1_500), half)?.exhaustedAt).toEqual(new Date('2026-11-23T12:00:00+03:00'));
    expect(forecastBudget(spending(1_000, 0, 2_000), half)?.exhaustedAt).toBeUndefined();
    expect(forecastBudget(spending(1_000, 0, 900), half)?.exhaustedAt).toEqual(new Date(half));
  });

  test('does not exist on the first day of a month', () => {
    expect(forecastBudget(spending(10), at('2026-11-01T23:59:59+03:00'))).toBeUndefined();
    expect(forecastBudget(spending(10), at('2026-11-02T00:00:00+03:00'))?.micros).toBe(roubles(300));
  });
});

test('every forecast is at least the committed amount, and the budget runs out between now and the end of the month', () => {
  const amount = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });
  fc.assert(
    fc.property(amount, amount, amount, fc.integer({ min: 0, max: 2_000_000_000 }), (spent, reserved, budget, add) => {
      const nowMs = at('2026-01-01T00:00:00Z') + add * 1_000;
      const forecast = forecastBudget({ spentMicros: spent, reservedMicros: reserved, budgetMicros: budget }, nowMs);
      if (forecast === undefined) return;
      expect(forecast.micros >= spent + reserved).toBe(true);
      if (forecast.exhaustedAt === undefined) return;
      expect(forecast.exhaustedAt.getTime()).toBeGreaterThanOrEqual(nowMs);
      expect(forecast.exhaustedAt.getTime()).toBeLessThanOrEqual(monthBounds(nowMs).to.getTime());
    }),
  );
});
