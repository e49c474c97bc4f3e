import { expect, test } from 'vitest';
import { checkTargets, isKept } from './targets.ts';

test.each([
  [0.4, { atLeast: 0.4 }, true],
  [0.39, { atLeast: 0.4 }, false],
  [1_000, { atMost: 1_000 }, true],
  [1_001, { atMost: 1_000 }, false],
  [null, { atLeast: 0 }, false],
  [null, { atMost: 5 }, false],
  [Number.NaN, { atMost: 5 }, false],
])('the value %s meets the target %j: %s', (value, target, kept) => {
  expect(isKept(value, target)).toBe(kept);
});

test('every target is checked', () => {
  expect(checkTargets({ a: 1, b: null }, { a: { atLeast: 1 }, b: { atLeast: 1 } })).toEqual({ a: true, b: false });
});
