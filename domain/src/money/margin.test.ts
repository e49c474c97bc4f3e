import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MarginCell, marginRows } from './margin.ts';

const NANOS = 1_000_000_000n;
const RATES = [
  { currency: 'USD', base: 'RUB', rateNanos: 90n * NANOS, validFromMs: 0 },
  { currency: 'USD', base: 'RUB', rateNanos: 100n * NANOS, validFromMs: Date.parse('2026-11-18T10:00:00+03:00') },
];
const cell = (change: Partial<MarginCell>): MarginCell => ({
  key: 'all',
  day: '2026-11-17',
  currency: 'RUB',
  messages: 0,
  revenueMicros: 0n,
  costed: 0,
  costMicros: 0n,
  ...change,
});

test('costs in another currency are converted by the rate of their day', () => {
  const cells = [
    cell({ messages: 5, revenueMicros: 10_000n }),
    cell({ currency: 'USD', costed: 4, costMicros: 50n }),
    cell({ day: '2026-11-18', currency: 'USD', costed: 1, costMicros: 10n }),
  ];
  expect(marginRows(cells, RATES, 'RUB').get('all')).toEqual({
    messages: 5,
    revenueMicros: 10_000n,
    costed: 5,
    costMicros: 5_500n,
    marginMicros: 4_500n,
    unknown: 0,
    unconverted: [],
  });
});

test('sums without a rate stay beside, and their messages still count', () => {
  const cells = [
    cell({ messages: 3, revenueMicros: 100n }),
    cell({ currency: 'EUR', costed: 1, costMicros: 7n }),
    cell({ currency: 'EUR', costed: 1, costMicros: 8n }),
  ];
  expect(marginRows(cells, RATES, 'RUB').get('all')).toMatchObject({
    costed: 2,
    unknown: 1,
    costMicros: 0n,
    unconverted: [{ currency: 'EUR', revenueMicros: 0n, costMicros: 15n }],
  });
});

test('rows add up to the row of all cells, in any currency of the report with a rate', () => {
  const money = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const cells = fc.array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      day: fc.constantFrom('2026-11-16', '2026-11-17', '2026-11-18'),
      currency: fc.constantFrom('RUB', 'USD', 'EUR'),
      messages: fc.nat(100),
      revenueMicros: money,
      costed: fc.nat(100),
      costMicros: money,
    }),
  );
  fc.assert(
    fc.property(cells, fc.constantFrom('RUB', 'USD'), (given, currency) => {
      const rows = [...marginRows(given, RATES, currency).values()];
      const whole = given.map((one) => ({ ...one, key: 'all' }));
      const all = marginRows(whole, RATES, currency).get('all');
      for (const sum of ['revenueMicros', 'costMicros', 'marginMicros'] as const)
        expect(rows.reduce((total, row) => total + row[sum], 0n)).toBe(all?.[sum] ?? 0n);
      for (const count of ['messages', 'costed', 'unknown'] as const)
        expect(rows.reduce((total, row) => total + row[count], 0)).toBe(all?.[count] ?? 0);
    }),
  );
});
