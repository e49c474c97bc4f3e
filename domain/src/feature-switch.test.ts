import { expect, test } from 'vitest';
import { isOnAtFirst, isSwitchOn } from './feature-switch.ts';

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

test('what an account has to ask for is off until it is switched on', () => {
  expect(isOnAtFirst('accept-messages')).toBe(true);
  expect(isOnAtFirst('long-flashcall-codes')).toBe(false);
  expect(isSwitchOn(undefined, undefined, false)).toBe(false);
  expect(isSwitchOn(undefined, true, false)).toBe(true);
});
