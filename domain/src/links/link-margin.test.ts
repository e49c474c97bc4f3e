import { expect, test } from 'vitest';
import { converterAt } from '../money/exchange-rate.ts';
import { marginOf } from './link-margin.ts';

const convert = converterAt([{ currency: 'USD', base: 'RUB', rateNanos: 90_000_000_000n, validFromMs: 0 }], 0);
const rub = (micros: bigint) => ({ micros, currency: 'RUB' });

test.each([
  ['a link without a price is always covered', null, rub(1n), 'covered'],
  ['an equal price is covered', rub(5n), rub(5n), 'covered'],
  ['a higher price is a loss', rub(6n), rub(5n), 'loss'],
  ['an unknown payment cannot be compared', rub(6n), null, 'unknown'],
  ['a price in another currency is covered by its rate', { micros: 1n, currency: 'USD' }, rub(90n), 'covered'],
  ['a price in another currency is a loss by its rate', { micros: 1n, currency: 'USD' }, rub(89n), 'loss'],
  ['currencies without a rate cannot be compared', rub(6n), { micros: 9n, currency: 'KZT' }, 'unknown'],
] as const)('%s', (_, cost, paid, expected) => {
  expect(marginOf(cost, paid, convert)).toBe(expected);
});
