import { expect, test } from 'vitest';
import { isOnByDefault, isSwitchOn } from './feature-switch.ts';

test.each([
  [undefined, undefined, true],
  [false, undefined, false],
  [true, undefined, true],
  [undefined, false, false],
  [false, true, true],
  [true, false, false],
])('a global switch %s and a company switch %s give %s', (general, own, expected) => {
  expect(isSwitchOn(general, own)).toBe(expected);
});

test('a feature on request is off until it is switched on', () => {
  expect(isOnByDefault('accept-messages')).toBe(true);
  expect(isOnByDefault('long-flashcall-codes')).toBe(false);
  expect(isSwitchOn(undefined, undefined, false)).toBe(false);
  expect(isSwitchOn(undefined, true, false)).toBe(true);
});
