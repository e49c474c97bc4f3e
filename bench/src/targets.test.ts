import { expect, test } from 'vitest';
import { isKept, judge } from './targets.ts';

test.each([
  [0.4, { atLeast: 0.4 }, true],
  [0.39, { atLeast: 0.4 }, false],
  [1_000, { atMost: 1_000 }, true],
  [1_001, { atMost: 1_000 }, false],
  [null, { atLeast: 0 }, false],
  [null, { atMost: 5 }, false],
  [Number.NaN, { atMost: 5 }, false],
])('%s against %j is kept: %s', (value, target, kept) => {
  expect(isKept(value, target)).toBe(kept);
});

test('every target is judged', () => {
  expect(judge({ a: 1, b: null }, { a: { atLeast: 1 }, b: { atLeast: 1 } })).toEqual({ a: true, b: false });
});
