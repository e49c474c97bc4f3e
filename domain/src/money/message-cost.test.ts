import { expect, test } from 'vitest';
import type { LinkRoute } from '../links/link-route.ts';
import { costBySaid, heavierSaid, partCostOf, type SaidCost } from './message-cost.ts';

const route = (change: Partial<LinkRoute>): LinkRoute => ({
  linkId: 1,
  brand: null,
  country: null,
  category: null,
  priority: 100,
  weight: 100,
  priceMicros: null,
  currency: null,
  validFromMs: 0,
  ...change,
});
const usd = (priceMicros: bigint, change: Partial<LinkRoute> = {}) =>
  route({ priceMicros, currency: 'USD', ...change });

const ROUTES = [
  usd(10n),
  usd(12n, { validFromMs: 1_000 }),
  usd(5n, { brand: 2 }),
  usd(30n, { category: 'marketing' }),
  usd(40n, { category: 'marketing', country: 'KZ' }),
  route({ country: 'AM' }),
];
const HOME = { brand: 1, country: null };

test.each([
  ['the route of the link', HOME, 0, null, 10n],
  ['the route that is valid when the message is sent', HOME, 1_000, null, 12n],
  ['the route of the brand', { brand: 2, country: null }, 1_000, null, 5n],
  ['nothing while the route of the country has no price', { brand: 0, country: 'AM' }, 0, null, undefined],
  ['the category', HOME, 0, 'marketing', 30n],
  ['the category in the country', { brand: 0, country: 'KZ' }, 0, 'marketing', 40n],
  ['the route, for a category without a price', HOME, 0, 'utility', 10n],
  ['nothing before the first route', HOME, -1, 'marketing', undefined],
] as const)('a part costs the price of %s', (_, destination, sentMs, category, expected) => {
  expect(partCostOf(ROUTES, destination, sentMs, category)?.partMicros).toBe(expected);
});

const CATEGORY = { kind: 'category', category: 'marketing' } as const;
const AMOUNT = { kind: 'amount', micros: '9007199254740993', currency: 'EUR' } as const;
const FREE = { kind: 'free' } as const;

test.each<[string, SaidCost, readonly LinkRoute[], object | undefined]>([
  ['free', FREE, ROUTES, { micros: 0n, currency: null }],
  ['an exact amount', AMOUNT, [], { micros: 9_007_199_254_740_993n, currency: 'EUR' }],
  ['a category, for each part', CATEGORY, ROUTES, { micros: 60n, currency: 'USD' }],
  ['a category without a price', CATEGORY, [route({})], undefined],
])('the word of the provider is %s', (_, said, routes, expected) => {
  expect(costBySaid(said, { ...HOME, sentMs: 0, parts: 2 }, routes)).toEqual(expected);
});

test('a charge outweighs a report that there was none, in any order', () => {
  expect([heavierSaid(FREE, CATEGORY), heavierSaid(CATEGORY, FREE)]).toEqual([CATEGORY, CATEGORY]);
  expect(heavierSaid(undefined, FREE)).toEqual(FREE);
});
