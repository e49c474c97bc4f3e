import { expect, test } from 'vitest';
import { isPhoneName, numberIn } from './phone-field.ts';

test.each([
  ['+7 (916) 123-45-67', '79161234567'],
  ['8 916 123 45 67', '79161234567'],
  ['007 701 123 45 67', '77011234567'],
  ['9161234567', '9161234567'],
  ['+998 90 123 45 67', '998901234567'],
  ['+7 (916) 123-__-__', ''],
  ['', ''],
  ['+7', ''],
  ['1234567890123456', ''],
])('the number in "%s" is "%s"', (text, number) => {
  expect(numberIn(text)).toBe(number);
});

test.each([
  ['Phone', true],
  ['user_phone', true],
  ['your-tel', true],
  ['tel', true],
  ['billing_phone', true],
  ['Телефон', true],
  ['telephone', true],
  ['hotel', false],
  ['title', false],
  ['name', false],
  ['', false],
])('a field named "%s" holds a phone: %s', (name, expected) => {
  expect(isPhoneName(name)).toBe(expected);
});
