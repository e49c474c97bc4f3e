import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billingMonth, fitsBudget } from './budget.ts';

test.each([
  ['2026-11-15T12:00:00Z', '2026-11-01'],
  ['2026-10-31T20:59:59.999Z', '2026-10-01'],
  ['2026-10-31T21:00:00Z', '2026-11-01'],
  ['2026-12-31T21:00:00Z', '2027-01-01'],
  ['2028-02-29T20:59:59Z', '2028-02-01'],
])('%s belongs to the month of %s', (instant, month) => {
  expect(billingMonth(Date.parse(instant))).toBe(month);
});

test('the fixed offset agrees with the zone database in every hour around every month from 2015 to 2045', () => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', year: 'numeric', month: '2-digit' });
  for (let month = 0; month < 30 * 12; month += 1) {
    const first = Date.UTC(2015, month, 1);
    for (let hour = -30; hour <= 30; hour += 1) {
      const at = first + hour * 3_600_000;
      if (billingMonth(at) !== `${format.format(at)}-01`) expect.fail(new Date(at).toISOString());
    }
  }
});

test.each([
  ['no budget', null, 10n, true],
  ['room', 100n, 10n, true],
  ['an amount equal to the remaining budget fits', 60n, 10n, true],
  ['an amount above the remaining budget does not fit', 60n, 11n, false],
  ['a budget of zero allows no spending', 0n, 1n, false],
  ['a budget lowered below the present use allows no spending', 40n, 1n, false],
])('%s', (_, budgetMicros, amount, expected) => {
  expect(fitsBudget({ budgetMicros, reservedMicros: 20n, spentMicros: 30n }, amount)).toBe(expected);
});

test('reservations that fit never exceed the budget', () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 1000n }));
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 5000n }), amounts, (budgetMicros, wanted) => {
      let reservedMicros = 0n;
      for (const amount of wanted) {
        if (fitsBudget({ budgetMicros, reservedMicros, spentMicros: 0n }, amount)) reservedMicros += amount;
      }
      expect(reservedMicros).toBeLessThanOrEqual(budgetMicros);
    }),
  );
});
