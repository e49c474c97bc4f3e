import fc from 'fast-check';
import { expect, test } from 'vitest';
import { converterAt, decimalFromRateNanos, type ExchangeRate, rateNanosFromDecimal } from './exchange-rate.ts';

const rate = (currency: string, base: string, value: number, validFromMs = 0): ExchangeRate => ({
  currency,
  base,
  rateNanos: rateNanosFromDecimal(value) ?? 0n,
  validFromMs,
});
const RATES = [rate('USD', 'RUB', 92.5), rate('KZT', 'RUB', 0.2), rate('USD', 'RUB', 100, 1_000)];

test.each([
  ['its own currency', 7n, 'KZT', 'KZT', 0, 7n],
  ['the base', 10_000n, 'USD', 'RUB', 999, 925_000n],
  ['the base by a newer rate', 10_000n, 'USD', 'RUB', 1_000, 1_000_000n],
  ['the other direction', 1_000_000n, 'RUB', 'USD', 1_000, 10_000n],
  ['a currency of the same base', 10_000n, 'USD', 'KZT', 1_000, 5_000_000n],
  ['the nearest micro', 3n, 'RUB', 'KZT', 0, 15n],
  ['the nearest micro, half away from zero', 5n, 'USD', 'RUB', 0, 463n],
  ['the nearest micro of a debt', -5n, 'USD', 'RUB', 0, -463n],
  ['a currency without a rate', 1n, 'USD', 'EUR', 0, undefined],
  ['a currency whose rate comes later', 1n, 'USD', 'RUB', -1, undefined],
] as const)('an amount is converted into %s', (_, amount, from, to, atMs, expected) => {
  expect(converterAt(RATES, atMs)(amount, from, to)).toBe(expected);
});

test('the later of two opposite rates counts', () => {
  const rates = [rate('USD', 'RUB', 90, 5), rate('RUB', 'USD', 0.01, 6)];
  expect(converterAt(rates, 5)(1n, 'USD', 'RUB')).toBe(90n);
  expect(converterAt(rates, 6)(1n, 'USD', 'RUB')).toBe(100n);
});

test('a converted amount is within half a micro of the exact product', () => {
  const amounts = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 14n }), (amount, rateNanos) => {
      const convert = converterAt([{ currency: 'USD', base: 'RUB', rateNanos, validFromMs: 0 }], 0);
      const error = (convert(amount, 'USD', 'RUB') ?? 0n) * 10n ** 9n - amount * rateNanos;
      expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(10n ** 9n);
    }),
  );
});

test.each([
  [92.5, 92_500_000_000n],
  [0.000000001, 1n],
  [1.5e-7, 150n],
  [999_999_999, 999_999_999_000_000_000n],
  [0.0000000001, undefined],
  [0, undefined],
  [-1, undefined],
  [1e10, undefined],
  [Number.NaN, undefined],
])('the rate %d is stored exactly or refused', (value, expected) => {
  expect(rateNanosFromDecimal(value)).toBe(expected);
  if (expected !== undefined) expect(decimalFromRateNanos(expected)).toBe(value);
});
