import { expect, test } from 'vitest';
import { marginOf } from './link-margin.ts';

const rub = (micros: bigint) => ({ micros, currency: 'RUB' });

test.each([
  ['a link without a price is always covered', null, rub(1n), 'covered'],
  ['an equal price is covered', rub(5n), rub(5n), 'covered'],
  ['a higher price is a loss', rub(6n), rub(5n), 'loss'],
  ['an unknown payment cannot be compared', rub(6n), null, 'unknown'],
  ['different currencies cannot be compared', rub(6n), { micros: 9n, currency: 'KZT' }, 'unknown'],
] as const)('%s', (_, cost, paid, expected) => {
  expect(marginOf(cost, paid)).toBe(expected);
});
