// Country, type and time zone of any number. Nearly all numbers are Russian mobile numbers, recognized by their first
// digits; their time zone is that of their range. The rest is looked up in libphonenumber (about 70 µs) and cached by
// the deciding digits.
import { HOME_COUNTRY } from '@volley/domain/numbers/country.ts';
import type { NumberType } from '@volley/domain/numbers/number-type.ts';
import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import type { LocatedNumber } from '@volley/domain/planning/known-number.ts';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  type PhoneNumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { zoneOfPrefix } from './zone-of-prefix.ts';

const RUSSIAN_MOBILE: LocatedNumber = { country: HOME_COUNTRY, type: 'mobile', timezone: undefined };
export const UNKNOWN_COUNTRY: LocatedNumber = { country: undefined, type: 'unknown', timezone: undefined };

const TYPES: Readonly<Partial<Record<PhoneNumberType, NumberType>>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'landline',
  TOLL_FREE: 'toll-free',
  PREMIUM_RATE: 'service',
  SHARED_COST: 'service',
  UAN: 'service',
  VOICEMAIL: 'service',
};

/** With the length, these first digits (calling code included) determine country, type and zone in every plan. */
const DECIDING_DIGITS = 8;
const CACHED_MAX = 100_000;
const cache = new Map<string, LocatedNumber>();

/** `digits` start with the calling code. The country is an ISO 3166 alpha-2 code. */
export function findCountry(digits: string): LocatedNumber {
  if (isRussianMobile(digits) || sandboxNumber(digits) !== undefined) return RUSSIAN_MOBILE;
  const key = `${digits.slice(0, DECIDING_DIGITS)}${digits.length}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const found = lookUp(digits);
  if (cache.size >= CACHED_MAX) cache.clear();
  cache.set(key, found);
  return found;
}

const isRussianMobile = (digits: string) => digits.length === 11 && digits.startsWith('79');

function lookUp(digits: string): LocatedNumber {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (number?.country === undefined || !number.isPossible()) return UNKNOWN_COUNTRY;
  const type = number.getType();
  // A range newer than our copy of the plan has no type. Accepted if it may be a mobile number.
  if (type === undefined && !isMobileLength(number.country, number.nationalNumber.length)) return UNKNOWN_COUNTRY;
  return { country: number.country, type: (type && TYPES[type]) ?? 'unknown', timezone: zoneOfPrefix(digits) };
}

type PlanOfTypes = { type(name: PhoneNumberType): { possibleLengths(): readonly number[] | undefined } | undefined };

function isMobileLength(country: CountryCode, length: number): boolean {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  // The declarations of the library lack this method.
  const plan = metadata.numberingPlan as unknown as PlanOfTypes | undefined;
  return plan?.type('MOBILE')?.possibleLengths()?.includes(length) === true;
}

const COUNTRIES = getCountries();
const codes = new Set<string>(COUNTRIES);

export const isCountry = (code: string): code is CountryCode => codes.has(code);

/** Every country that has telephone numbers. */
export const countryCodes = (): readonly string[] => COUNTRIES;

/** Islands whose numbers lie within the plan of another country. */
const WITHIN: Readonly<Record<string, readonly string[]>> = { GB: ['GB', 'GG', 'JE', 'IM'] };

/** Countries that match a filter by these countries. */
export const countriesWithin = (wanted: readonly string[]): readonly string[] =>
  wanted.flatMap((code) => WITHIN[code] ?? [code]);

/**
 * Pattern of the first digits of these countries, for messages stored without a country; undefined: no known country.
 * Countries that share a calling code are not distinguished, except those of +7.
 */
export function countryPattern(wanted: readonly string[]): string | undefined {
  const prefixes = wanted.filter(isCountry).map((code) => PREFIXES[code] ?? getCountryCallingCode(code));
  return prefixes.length === 0 ? undefined : `^(${prefixes.join('|')})`;
}

const PREFIXES: Readonly<Record<string, string>> = { RU: '7[^67]', KZ: '7[67]' };
