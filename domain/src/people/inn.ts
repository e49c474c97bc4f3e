// INN, the Russian taxpayer number: a legal entity has 10 digits with one check digit, a person 12 digits with two.
// The check digits catch more than nine of ten typing errors.
import { must } from '../must.ts';

export type CounteragentType = 'LEGAL' | 'INDIVIDUAL';

export const INN_DIGITS = { LEGAL: 10, INDIVIDUAL: 12 } as const satisfies Record<CounteragentType, number>;

export type InnFault = 'not-digits' | 'too-short' | 'too-long' | 'check-digits';

const WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** Undefined: the number is well-formed. */
export function innFault(inn: string, type: CounteragentType): InnFault | undefined {
  if (!/^\d*$/.test(inn)) return 'not-digits';
  const length = INN_DIGITS[type];
  if (inn.length < length) return 'too-short';
  if (inn.length > length) return 'too-long';
  const digits = Array.from(inn, Number);
  const places = type === 'LEGAL' ? [9] : [10, 11];
  return places.every((place) => digits[place] === checkDigit(digits, place)) ? undefined : 'check-digits';
}

/** Check digit at `place`, computed from the digits before it; the weight just before it is 8. */
function checkDigit(digits: readonly number[], place: number): number {
  const weights = WEIGHTS.slice(WEIGHTS.length - place);
  const sum = weights.reduce((total, weight, at) => total + weight * must(digits[at], 'INN digit'), 0);
  return (sum % 11) % 10;
}
