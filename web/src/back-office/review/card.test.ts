import { expect, test } from 'vitest';
import { verdictOfKey } from './card.ts';

const press = (code: string, held: object = {}) => ({ code, ctrlKey: false, metaKey: false, altKey: false, ...held });

test.each([
  ['KeyA', ['APPROVED', 'REJECTED'], 'APPROVED'],
  ['KeyR', ['APPROVED', 'REJECTED'], 'REJECTED'],
  ['KeyE', ['EXTERNAL_REVIEW'], 'EXTERNAL_REVIEW'],
  ['KeyT', ['INTERNAL_REVIEW'], 'INTERNAL_REVIEW'],
  ['KeyA', ['REJECTED'], undefined],
  ['KeyX', ['APPROVED'], undefined],
] as const)('the key %s with allowed decisions %j means %s', (code, moves, verdict) => {
  expect(verdictOfKey(press(code), moves)).toBe(verdict);
});

test('a key with a modifier is ignored', () => {
  expect(verdictOfKey(press('KeyA', { ctrlKey: true }), ['APPROVED'])).toBeUndefined();
});
