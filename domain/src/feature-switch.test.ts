import { expect, test } from 'vitest';
import { isSwitchOn } from './feature-switch.ts';

test.each([
  [undefined, undefined, true],
  [false, undefined, false],
  [true, undefined, true],
  [undefined, false, false],
  [false, true, true],
  [true, false, false],
])('general %s and own %s make %s', (general, own, expected) => {
  expect(isSwitchOn(general, own)).toBe(expected);
});
