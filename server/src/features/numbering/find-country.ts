// Country and type of any number. Nearly all numbers are Russian mobile ones and are told by their first digits; the
// others are asked of libphonenumber, which takes some 70 µs, and remembered by the digits that decide.
import { HOME_COUNTRY } from '@volley/domain/country.ts';
import type { NumberType } from '@volley/domain/number-type.ts';
import { sandboxNumber } from '@volley/domain/phone-number.ts';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  type PhoneNumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

export type FoundCountry = {
  /** ISO 3166 alpha-2; undefined when the number is of no country. */
  readonly country: string | undefined;
  readonly type: NumberType;
};

const RUSSIAN_MOBILE: FoundCountry = { country: HOME_COUNTRY, type: 'mobile' };
const NOWHERE: FoundCountry = { country: undefined, type: 'unknown' };

const TYPES: Readonly<Partial<Record<PhoneNumberType, NumberType>>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'landline',
  TOLL_FREE: 'toll-free',
  PREMIUM_RATE: 'service',
  SHARED_COST: 'service',
  UAN: 'service',
  VOICEMAIL: 'service',
};

/** No plan needs more digits, calling code included, to tell country and type; the length counts too. */
const DECIDING_DIGITS = 8;
const REMEMBERED_MAX = 100_000;
const remembered = new Map<string, FoundCountry>();

/** Of digits with the country code first. */
export function findCountry(digits: string): FoundCountry {
  if (isRussianMobile(digits) || sandboxNumber(digits) !== undefined) return RUSSIAN_MOBILE;
  const key = `${digits.slice(0, DECIDING_DIGITS)}${digits.length}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const found = lookUp(digits);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(key, found);
  return found;
}

const isRussianMobile = (digits: string) => digits.length === 11 && digits.startsWith('79');

function lookUp(digits: string): FoundCountry {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (number?.country === undefined || !number.isPossible()) return NOWHERE;
  const type = number.getType();
  // A range that is newer than our copy of the plan has no type. It may be sent to if it can be a mobile number.
  if (type === undefined && !isMobileLength(number.country, number.nationalNumber.length)) return NOWHERE;
  return { country: number.country, type: (type && TYPES[type]) ?? 'unknown' };
}

type PlanOfTypes = { type(name: PhoneNumberType): { possibleLengths(): readonly number[] | undefined } | undefined };

function isMobileLength(country: CountryCode, length: number): boolean {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  // The library has this method, and its declarations do not.
  const plan = metadata.numberingPlan as unknown as PlanOfTypes | undefined;
  return plan?.type('MOBILE')?.possibleLengths()?.includes(length) === true;
}

const COUNTRIES = getCountries();
const codes = new Set<string>(COUNTRIES);

export const isCountry = (code: string): code is CountryCode => codes.has(code);

/** Every country that has telephone numbers. */
export const countryCodes = (): readonly string[] => COUNTRIES;

/** Islands whose numbers lie within the plan of another country, and are found under either. */
const WITHIN: Readonly<Record<string, readonly string[]>> = { GB: ['GB', 'GG', 'JE', 'IM'] };

/** The countries whose numbers a filter by these countries finds. */
export const countriesWithin = (wanted: readonly string[]): readonly string[] =>
  wanted.flatMap((code) => WITHIN[code] ?? [code]);

/**
 * A pattern of the first digits of numbers of these countries, for what was stored without a country; undefined when
 * none of them is known. Countries that share a calling code are not told apart, but those of +7.
 */
export function countryPattern(wanted: readonly string[]): string | undefined {
  const prefixes = wanted.filter(isCountry).map((code) => PREFIXES[code] ?? getCountryCallingCode(code));
  return prefixes.length === 0 ? undefined : `^(${prefixes.join('|')})`;
}

const PREFIXES: Readonly<Record<string, string>> = { RU: '7[^67]', KZ: '7[67]' };
