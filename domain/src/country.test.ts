import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countryOf, countryPattern } from './country.ts';

test.each([
  ['79161230001', 'RU'],
  ['70001000001', 'RU'],
  ['77011234567', 'KZ'],
  ['375291234567', 'BY'],
  ['971501234567', 'AE'],
  ['4915112345678', 'DE'],
  ['15551234567', undefined],
])('%s belongs to %s', (digits, code) => {
  expect(countryOf(digits)?.code).toBe(code);
});

test('a pattern finds exactly the numbers of its country', () => {
  const anyNumber = fc.stringMatching(/^[1-9]\d{9,14}$/);
  fc.assert(
    fc.property(anyNumber, fc.constantFrom('RU', 'KZ', 'BY', 'DE', 'TR'), (digits, code) => {
      expect(new RegExp(countryPattern([code]) ?? '(?!)').test(digits)).toBe(countryOf(digits)?.code === code);
    }),
  );
});

test('unknown countries have no numbers', () => {
  expect(countryPattern(['ZZ'])).toBeUndefined();
});
