import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wilsonLowerBound } from './link-figures.ts';

// Reference values of the interval without continuity correction.
test.each([
  [0, 0, 0],
  [0, 10, 0],
  [10, 10, 0.7225],
  [50, 100, 0.4038],
  [95, 100, 0.8882],
  [950, 1_000, 0.9347],
])('the lower bound of %d successes in %d is %d', (successes, total, expected) => {
  expect(wilsonLowerBound(successes, total)).toBeCloseTo(expected, 4);
});

test('the bound is never above the share and rises with the number of results', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 1_000 }), (total, given) => {
      const successes = Math.min(given, total);
      const bound = wilsonLowerBound(successes, total);
      expect(bound).toBeGreaterThanOrEqual(0);
      expect(bound).toBeLessThanOrEqual(successes / total + 1e-12);
      expect(wilsonLowerBound(successes * 10, total * 10)).toBeGreaterThanOrEqual(bound - 1e-12);
    }),
  );
});
