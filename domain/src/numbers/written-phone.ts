// Reads a phone number as people write it, store it in spreadsheets and copy it, and names its defect if it cannot be
// used. Every input of numbers by people goes through here, so one notation means the same number everywhere.
import { normalizeDestination } from './phone-number.ts';

export const PHONE_PROBLEMS = ['empty', 'scientific', 'letters', 'short', 'long', 'zero'] as const;
export type PhoneProblem = (typeof PHONE_PROBLEMS)[number];

/** `addedSeven`: the country was missing and Russia was assumed; the user must be notified. */
export type CompleteNumber = { readonly digits: string; readonly addedSeven?: true };
export type WrittenPhone = CompleteNumber | { readonly problem: PhoneProblem };

/** `7,9E+10`: a spreadsheet's form of a long number; digits are lost when it is saved. */
const SCIENTIFIC = /^([1-9])(?:[.,](\d+))?e\+?(\d{1,2})$/i;
/** No-break spaces, and direction marks that messengers add to a copied number. */
const INVISIBLE = /[\u00a0\u2000-\u200f\u202a-\u202f\u2060\u2066-\u2069\ufeff]/g;

export function readPhone(written: string, addSeven = true): WrittenPhone {
  const direct = normalizeDestination(written);
  if (direct !== undefined && !isShortRussian(direct)) return { digits: direct };
  const text = tidied(written);
  if (text === '') return { problem: 'empty' };
  const scientific = SCIENTIFIC.exec(text);
  // Some countries separate digits by dots.
  const plain = scientific === null ? text.replace(/(?<=\d)\.(?=\d)/g, '-') : wholeNumber(scientific);
  if (plain === undefined) return { problem: 'scientific' };
  const digits = normalizeDestination(plain);
  if (digits === undefined) return { problem: problemOf(plain) };
  return addSeven ? (completeNumber(plain) ?? { digits }) : { digits };
}

/** Adds a missing country: ten digits that begin with 9 become +7 9…, unless a plus precedes them. */
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

const isShortRussian = (digits: string) => digits.length === 10 && digits.startsWith('9');

/** The number, if the notation kept every digit. */
function wholeNumber([, first = '', others = '', exponent = '']: RegExpExecArray): string | undefined {
  return others.length === Number(exponent) && others.length >= 9 ? first + others : undefined;
}

function problemOf(text: string): PhoneProblem {
  const digits = text.replace(/\D/g, '');
  if (/[^\d+ ()-]/.test(text) || digits === '') return 'letters';
  if (digits.length < 10) return 'short';
  return digits.length > 15 ? 'long' : 'zero';
}
