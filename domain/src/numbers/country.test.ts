import { expect, test } from 'vitest';
import { countryName, openCountries } from './country.ts';

test('a list opens the countries it names, and * opens all countries', () => {
  const isOpen = openCountries(['RU', 'KZ']);
  expect(['RU', 'KZ', 'GB'].map(isOpen)).toEqual([true, true, false]);
  expect(openCountries([])('RU')).toBe(false);
  expect(['RU', 'GB'].map(openCountries(['*']))).toEqual([true, true]);
});

test.each([
  ['RU', 'Russia'],
  ['KZ', 'Kazakhstan'],
  ['TR', 'Turkey'],
  ['AE', 'United Arab Emirates'],
  ['GB', 'United Kingdom'],
])('%s is called %s', (code, name) => {
  expect(countryName(code)).toBe(name);
});
