// Existing phone numbers from the numbering register, so that the system routes them like real ones. The number at a
// position never changes, and two positions never share a number.
import { readFileSync } from 'node:fs';
import { BRANDS, type Brand } from '@volley/domain/numbers/brand.ts';
import type { NumberRange } from '@volley/domain/numbers/numbering-plan.ts';
import type { Recipient } from './harness/partner-client.ts';

export type Capacity = Pick<NumberRange, 'from' | 'to'>;

const REGISTER = new URL('../../server/reference-data/numbering/ru-mobile-ranges.csv', import.meta.url);
/** Odd and prime, far from the sizes of ranges: neighboring positions lie in different ranges. */
const STRIDE = 7_368_787;

/** Ranges of the four brands, in order. */
export function readRegister(): NumberRange[] {
  const lines = readFileSync(REGISTER, 'utf8').trimEnd().split('\n').slice(1);
  return lines.flatMap((line) => {
    // The operator name may contain commas and quotes; the fields around it do not.
    const found = /^(\d+),(\d+),.*,(MTS|BEELINE|MEGAFON|TELE2),([^,]*|"[^"]*"),([^,]*),(\d*)\r?$/.exec(line);
    const brand = BRANDS.find((known) => known === found?.[3]);
    if (found === null || brand === undefined) return [];
    const [, from, to, , region = '', timezone = '', inn = ''] = found;
    const range = { from: Number(from), to: Number(to), region, timezone, inn, kind: 'MNO' };
    return [{ ...range, brand, hostBrand: undefined }];
  });
}

/** A number by position; positions beyond the capacity wrap around. */
export function numberMaker(ranges: readonly Capacity[]): (position: number) => number {
  const ends: number[] = [];
  let capacity = 0;
  for (const { from, to } of ranges) {
    capacity += to - from + 1;
    ends.push(capacity);
  }
  if (capacity === 0) throw new RangeError('the ranges contain no numbers');
  const stride = coprimeStride(capacity);
  return (position) => {
    const offset = Number((BigInt(position) * BigInt(stride)) % BigInt(capacity));
    const at = firstAbove(ends, offset);
    return (ranges[at]?.to ?? 0) - ((ends[at] ?? 0) - 1 - offset);
  };
}

function coprimeStride(capacity: number): number {
  let stride = STRIDE;
  while (greatestCommonDivisor(stride, capacity) !== 1) stride += 1;
  return stride;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function firstAbove(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

export type Subscribers = {
  numberOf(brand: Brand, position: number): number;
  /** Recipients from `first` on, the brands in rotation, each with a name for the text. */
  recipients(first: number, count: number): Recipient[];
};

/** 69 or 70 characters with the name inserted: one part of Cyrillic text. */
export const dispatchText = '{name}, скидка 20% на все до конца недели! Ждем вас, подробности тут';
const names = ['Анна', 'Олег', 'Инна', 'Ольга', 'Павел', 'Мария', 'Игорь', 'Елена'];

export function openSubscribers(): Subscribers {
  const register = readRegister();
  const makers = BRANDS.map((brand) => numberMaker(register.filter((range) => range.brand === brand)));
  const numberAt = (brandAt: number, position: number): number => {
    const make = makers[brandAt];
    if (make === undefined) throw new RangeError(`no number ranges for brand ${BRANDS[brandAt]}`);
    return make(position);
  };
  return {
    numberOf: (brand, position) => numberAt(BRANDS.indexOf(brand), position),
    recipients: (first, count) =>
      Array.from({ length: count }, (_, index) => {
        const position = first + index;
        const destination = String(numberAt(position % BRANDS.length, Math.floor(position / BRANDS.length)));
        return { destination, substitutions: { name: names[position % names.length] ?? '' } };
      }),
  };
}
