import { expect, test } from 'vitest';
import { ageOfMs, ageOfSeconds } from './act-age.ts';

const NOW_MS = 1_800_000_000_500;

test.each([
  [1_800_000_000, 0],
  [1_799_999_990, 9_500],
  [1_800_000_100, 0],
  ['1799999990', 0],
  [undefined, 0],
])('an act at second %j is %i ms old', (date, ageMs) => {
  expect(ageOfSeconds(date, NOW_MS)).toBe(ageMs);
});

test.each([
  [NOW_MS - 7, 7],
  [NOW_MS + 7, 0],
  [1.5, 0],
  [null, 0],
])('an act at millisecond %j is %i ms old', (timestamp, ageMs) => {
  expect(ageOfMs(timestamp, NOW_MS)).toBe(ageMs);
});
