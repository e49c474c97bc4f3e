import { expect, test } from 'vitest';
import { BRAND_IDS, BRANDS, brandIdOf, brandOfId } from './brand.ts';

test('brands have the ids of the partner API', () => {
  expect(BRANDS.map(brandIdOf)).toEqual([1, 2, 3, 4]);
  expect(BRAND_IDS).toEqual({ unknown: 0, MTS: 1, BEELINE: 2, MEGAFON: 3, TELE2: 4 });
});

test('an unknown brand has the id 0, and the id 0 has no brand', () => {
  expect(brandIdOf(undefined)).toBe(0);
  expect([-1, 0, 5, 1.5].map(brandOfId)).toEqual([undefined, undefined, undefined, undefined]);
});

test('every brand id maps back to its brand', () => {
  for (const brand of BRANDS) expect(brandOfId(brandIdOf(brand))).toBe(brand);
});
