// The Russian taxpayer's number: 10 digits of a legal entity with one check digit, 12 of a person with two. Of ten
// typing errors, nine and more do not pass.

export type CounteragentType = 'LEGAL' | 'INDIVIDUAL';

export const INN_DIGITS = { LEGAL: 10, INDIVIDUAL: 12 } as const satisfies Record<CounteragentType, number>;

export type InnFault = 'not-digits' | 'too-short' | 'too-long' | 'check-digits';

const WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** undefined: a number that may exist. */
export function innFault(inn: string, type: CounteragentType): InnFault | undefined {
  if (!/^\d*$/.test(inn)) return 'not-digits';
  const length = INN_DIGITS[type];
  if (inn.length < length) return 'too-short';
  if (inn.length > length) return 'too-long';
  const digits = Array.from(inn, Number);
  const places = type === 'LEGAL' ? [9] : [10, 11];
  return places.every((place) => digits[place] === checkDigit(digits, place)) ? undefined : 'check-digits';
}

/** The digit that belongs to `place`, from the digits before it; the weights end with 8 just before it. */
function checkDigit(digits: readonly number[], place: number): number {
  const weights = WEIGHTS.slice(WEIGHTS.length - place);
  const sum = weights.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  return (sum % 11) % 10;
}
