import { expect, test } from 'vitest';
import { completeNumber, formatNumber, maskNumber } from './phone-number.ts';

test.each([
  ['8 (916) 123-45-67', '79161234567', '+7 916 123-45-67', '+7 916 •••-••-67'],
  ['+7 916 1234567', '79161234567', '+7 916 123-45-67', '+7 916 •••-••-67'],
  ['007 916 123 45 67', '79161234567', '+7 916 123-45-67', '+7 916 •••-••-67'],
  ['9161234567', '79161234567', '+7 916 123-45-67', '+7 916 •••-••-67'],
  ['375291234567', '375291234567', '+375 29 123-45-67', '+375 29 •••-••-67'],
  ['+998 90 123 45 67', '998901234567', '+998 90 123-45-67', '+998 90 •••-••-67'],
  ['+44 7700 900123', '447700900123', '+447700900123', '+44770•••••23'],
  ['+9161234567', '9161234567', '+9161234567', '+916•••••67'],
])('%s is understood as %s and shown as %s', (typed, digits, formatted, masked) => {
  expect([completeNumber(typed), formatNumber(typed), maskNumber(typed)]).toEqual([digits, formatted, masked]);
});

test('an incomplete number is left as it is typed', () => {
  for (const typed of ['', '8 916', 'me', '1'.repeat(16)])
    expect([completeNumber(typed), formatNumber(typed)]).toEqual(['', typed]);
});
