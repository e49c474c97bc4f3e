import { expect, test } from 'vitest';
import { type LinkRoute, routeFor } from './link-route.ts';

const route = (given: Partial<LinkRoute>): LinkRoute => ({
  linkId: 1,
  brand: null,
  country: null,
  category: null,
  priority: 100,
  weight: 100,
  priceMicros: null,
  currency: null,
  validFromMs: 0,
  ...given,
});
const forAll = route({});
const ofBrand = route({ brand: 2 });
const ofCountry = route({ country: 'KZ' });
const later = route({ validFromMs: 500, weight: 7 });
const future = route({ brand: 2, validFromMs: 5_000 });

test.each([
  ['a link without routes has none', [], { brand: 2, country: null }, undefined],
  ['a route for all holds for every brand', [forAll], { brand: 3, country: null }, forAll],
  ['the route of the brand comes before the route for all', [forAll, ofBrand], { brand: 2, country: null }, ofBrand],
  ['a route of another brand does not hold', [ofBrand], { brand: 3, country: null }, undefined],
  ['a route of a country holds abroad', [ofCountry, forAll], { brand: 0, country: 'KZ' }, ofCountry],
  ['a route of a country does not hold at home', [ofCountry], { brand: 0, country: null }, undefined],
  ['the later route replaces the earlier route', [later, forAll], { brand: 1, country: null }, later],
  ['a route of the future does not hold yet', [forAll, future], { brand: 2, country: null }, forAll],
])('%s', (_, routes, destination, expected) => {
  expect(routeFor(routes, destination, 1_000)).toBe(expected);
});
