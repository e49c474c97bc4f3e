import { expect, test } from 'vitest';
import { BRAND_IDS, BRANDS, brandIdOf, brandOfId } from './brand.ts';

test('brands keep the identifiers of the partner interface', () => {
  expect(BRANDS.map(brandIdOf)).toEqual([1, 2, 3, 4]);
  expect(BRAND_IDS).toEqual({ unknown: 0, MTS: 1, BEELINE: 2, MEGAFON: 3, TELE2: 4 });
});

test('an unknown brand is 0 and 0 is no brand', () => {
  expect(brandIdOf(undefined)).toBe(0);
  expect([-1, 0, 5, 1.5].map(brandOfId)).toEqual([undefined, undefined, undefined, undefined]);
});

test('identifier and brand lead to each other', () => {
  for (const brand of BRANDS) expect(brandOfId(brandIdOf(brand))).toBe(brand);
});
