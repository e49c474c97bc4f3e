import fc from 'fast-check';
import { expect, test } from 'vitest';
import { relativeValidity } from './time.ts';

test.each([
  [25 * 3_600, '000001010000000R'],
  [1, '000000000001000R'],
  [86_399, '000000235959000R'],
  [31 * 86_400, '000031000000000R'],
])('%i seconds are %s', (seconds, expected) => {
  expect(relativeValidity(seconds)).toBe(expected);
});

test.each([0, -1, 1.5, 31 * 86_400 + 1, Number.NaN])('%d seconds are refused', (seconds) => {
  expect(() => relativeValidity(seconds)).toThrow(RangeError);
});

test('the fields add up to the seconds given', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 31 * 86_400 }), (seconds) => {
      const text = relativeValidity(seconds);
      const [days = 0, hours = 0, minutes = 0, rest = 0] = [4, 6, 8, 10].map((at) => Number(text.slice(at, at + 2)));
      expect(text).toHaveLength(16);
      expect(((days * 24 + hours) * 60 + minutes) * 60 + rest).toBe(seconds);
    }),
  );
});
