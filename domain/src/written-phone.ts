// A phone number as people write it, keep it in spreadsheets and copy it, and what is wrong with it where it cannot be
// used. Numbers that pass are the digits the service itself would make of them. Whatever takes numbers from people reads
// them here, so that one way of writing means the same number everywhere.
import { normalizeDestination } from './phone-number.ts';

export const PHONE_PROBLEMS = ['empty', 'scientific', 'letters', 'short', 'long', 'zero'] as const;
export type PhoneProblem = (typeof PHONE_PROBLEMS)[number];

/** `addedSeven`: the country was missing and is taken to be Russia. Whoever wrote the number is to be told. */
export type CompleteNumber = { readonly digits: string; readonly addedSeven?: true };
export type WrittenPhone = CompleteNumber | { readonly problem: PhoneProblem };

/** `7,9E+10`: what a spreadsheet shows instead of a long number, and saves, losing the digits. */
const SCIENTIFIC = /^([1-9])(?:[.,](\d+))?e\+?(\d{1,2})$/i;
/** Blanks that do not break, and marks of direction that messengers add when a number is copied. */
const INVISIBLE = /[\u00a0\u2000-\u200f\u202a-\u202f\u2060\u2066-\u2069\ufeff]/g;

export function readPhone(written: string, addSeven = true): WrittenPhone {
  const direct = normalizeDestination(written);
  if (direct !== undefined && !isShortRussian(direct)) return { digits: direct };
  const text = tidied(written);
  if (text === '') return { problem: 'empty' };
  const scientific = SCIENTIFIC.exec(text);
  // Dots part the digits in some countries.
  const plain = scientific === null ? text.replace(/(?<=\d)\.(?=\d)/g, '-') : wholeNumber(scientific);
  if (plain === undefined) return { problem: 'scientific' };
  const digits = normalizeDestination(plain);
  if (digits === undefined) return { problem: problemOf(plain) };
  return addSeven ? (completeNumber(plain) ?? { digits }) : { digits };
}

/** The number of a destination whose country may be missing: ten digits from 9 on are +7 9…, unless a plus goes before. */
export function completeNumber(text: string): CompleteNumber | undefined {
  const digits = normalizeDestination(text);
  if (digits === undefined) return undefined;
  return isShortRussian(digits) && !text.trimStart().startsWith('+')
    ? { digits: `7${digits}`, addedSeven: true }
    : { digits };
}

function tidied(text: string): string {
  return text
    .replace(INVISIBLE, ' ')
    .replace(/[‐‑‒–—−]/g, '-')
    .trim()
    .replace(/^['="]+|["']+$/g, '')
    .replace(/(?<=\d{9})[.,]0+$/, '');
}

/** Ten digits from 9 on: a Russian mobile number without the country. */
const isShortRussian = (digits: string) => digits.length === 10 && digits.startsWith('9');

/** The number itself where every digit of it was kept. */
function wholeNumber([, first = '', others = '', exponent = '']: RegExpExecArray): string | undefined {
  return others.length === Number(exponent) && others.length >= 9 ? first + others : undefined;
}

function problemOf(text: string): PhoneProblem {
  const digits = text.replace(/\D/g, '');
  if (/[^\d+ ()-]/.test(text) || digits === '') return 'letters';
  if (digits.length < 10) return 'short';
  return digits.length > 15 ? 'long' : 'zero';
}
