import fc from 'fast-check';
import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { countriesWithin, countryCodes, countryPattern, findCountry, isCountry } from './find-country.ts';

const exampleOf = (code: string) => getExampleNumber(code as CountryCode, examples)?.number.slice(1) ?? '';

describe('country and type of a number', () => {
  test.each([
    ['79161234567', 'RU', 'mobile'],
    ['79009999999', 'RU', 'mobile'],
    ['70001000000', 'RU', 'mobile'],
    ['70004000099', 'RU', 'mobile'],
    ['74951234567', 'RU', 'landline'],
    ['78001234567', 'RU', 'toll-free'],
    ['78095551234', 'RU', 'service'],
    ['77012345678', 'KZ', 'mobile'],
    ['375291234567', 'BY', 'mobile'],
    ['447911123456', 'GG', 'mobile'],
    ['442079460958', 'GB', 'landline'],
    ['12025550123', 'US', 'unknown'],
    ['5352345678', 'CU', 'mobile'],
    ['380671234567', 'UA', 'mobile'],
    ['97250123456', undefined, 'unknown'],
    ['972511234567', 'IL', 'unknown'],
    ['71234567890', undefined, 'unknown'],
    ['70001000100', undefined, 'unknown'],
    ['881612345678', undefined, 'unknown'],
    ['9161234567', undefined, 'unknown'],
    ['919999999999', 'IN', 'mobile'],
    ['919012345678', 'IN', 'mobile'],
    ['1234567890', undefined, 'unknown'],
  ])('the number %s belongs to country %s and is of type %s', (digits, country, type) => {
    expect(findCountry(digits)).toMatchObject({ country, type });
  });

  test('the example number of every country is found in that country, except for islands within another plan', () => {
    const shared = countryCodes().filter((code) => findCountry(exampleOf(code)).country !== code);
    expect(shared.toSorted()).toEqual(['AX', 'BL', 'CC', 'CX', 'EH', 'IM', 'MF', 'SJ', 'VA']);
  });

  test('the cached country of a number matches a direct look-up by libphonenumber', () => {
    const numbers = fc
      .tuple(fc.constantFrom(...countryCodes()), fc.nat({ max: 999_999 }))
      .map(([code, tail]) => `${exampleOf(code).slice(0, -6)}${String(tail).padStart(6, '0')}`);
    fc.assert(
      fc.property(numbers, (digits) => {
        const direct = parsePhoneNumberFromString(`+${digits}`);
        if (direct?.isValid()) expect(findCountry(digits).country).toBe(direct.country);
        else expect([direct?.country, undefined]).toContain(findCountry(digits).country);
      }),
    );
  });
});

test('a filter by a country includes the islands within its numbering plan', () => {
  expect(countriesWithin(['GB', 'US'])).toEqual(['GB', 'GG', 'JE', 'IM', 'US']);
  expect(countriesWithin(['GG'])).toEqual(['GG']);
});

test('a number stored without a country is found by the pattern of its first digits', () => {
  const isOf = (codes: string[], digits: string) => new RegExp(countryPattern(codes) ?? '(?!)').test(digits);
  expect(isOf(['RU'], '79161234567')).toBe(true);
  expect(isOf(['RU'], '70001000000')).toBe(true);
  expect(isOf(['RU'], '77012345678')).toBe(false);
  expect(isOf(['KZ'], '77012345678')).toBe(true);
  expect(isOf(['UA', 'LV'], '37120123456')).toBe(true);
  expect(countryPattern(['ZZ'])).toBeUndefined();
  expect(countryPattern(['ZZ', 'DE'])).toBe('^(49)');
});

test('only countries with telephone numbers are known', () => {
  expect(countryCodes().length).toBeGreaterThan(240);
  expect(['RU', 'XK', 'ZZ', 'ru', '*'].map(isCountry)).toEqual([true, true, false, false, false]);
});
