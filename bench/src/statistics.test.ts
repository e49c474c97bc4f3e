import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lastOverFirstTenth,
  median,
  medianRatio,
  percentile,
  ratePerSecond,
  rounded,
  timeOfShare,
} from './statistics.ts';

const values = fc.array(fc.integer(), { minLength: 1 });

describe('percentile', () => {
  test.each([
    [[1, 2, 3, 4], 50, 2],
    [[3, 1, 2], 50, 2],
    [[1, 2, 3], 0, 1],
    [[1, 2, 3], 100, 3],
    [Array.from({ length: 100 }, (_, at) => at + 1), 99, 99],
    [[7], 99, 7],
  ])('of %j at %i is %d', (given, percent, expected) => {
    expect(percentile(given, percent)).toBe(expected);
  });

  test('is one of the values and has the required share of values at or below it', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 100 }), (given, percent) => {
        const found = percentile(given, percent);
        expect(given).toContain(found);
        const below = given.filter((value) => value <= found).length;
        expect(below * 100).toBeGreaterThanOrEqual(given.length * percent);
      }),
    );
  });

  test('does not depend on order', () => {
    fc.assert(
      fc.property(values, (given) => {
        expect(median(given)).toBe(median(given.toReversed()));
      }),
    );
  });

  test('throws for an empty list or a percent outside 0 to 100', () => {
    expect(() => percentile([], 50)).toThrow(RangeError);
    expect(() => percentile([1], 101)).toThrow(RangeError);
  });
});

test('a rate is a count over seconds', () => {
  expect(ratePerSecond(500, 250)).toBe(2_000);
  expect(() => ratePerSecond(1, 0)).toThrow(RangeError);
});

describe('medianRatio', () => {
  test('is the median of the ratios per round', () => {
    expect(medianRatio([10, 40, 9], [5, 10, 3])).toBe(3);
  });

  test.each([
    [[], []],
    [[1], []],
    [[1], [0]],
    [[1, 2], [1]],
  ])('is null without a complete reference: %j by %j', (values, references) => {
    expect(medianRatio(values, references)).toBeNull();
  });
});

test('rounding keeps the requested number of decimals', () => {
  expect(rounded(1.2345)).toBe(1.23);
  expect(rounded(1.2345, 0)).toBe(1);
});

describe('progress', () => {
  const steady = Array.from({ length: 11 }, (_, at) => ({ atMs: at * 1_000, done: at * 100 }));

  test('times of shares are interpolated linearly between samples', () => {
    expect(timeOfShare(steady, 1_000, 0.25)).toBe(2_500);
    expect(timeOfShare(steady, 1_000, 1)).toBe(10_000);
    expect(() => timeOfShare(steady, 2_000, 1)).toThrow(RangeError);
  });

  test('steady work has the same rate at both ends', () => {
    expect(lastOverFirstTenth(steady, 1_000)).toBeCloseTo(1);
  });

  test('work that slows down to half has a ratio of one half', () => {
    const slowing = steady.map(({ atMs, done }) => ({ atMs: done > 900 ? atMs + 1_000 : atMs, done }));
    expect(lastOverFirstTenth(slowing, 1_000)).toBeCloseTo(0.5);
  });
});
