// A phone number as people keep it in spreadsheets, and what is wrong with it where it cannot be used. Numbers that
// pass are the digits the service itself would make of them.
import { normalizeDestination } from '@volley/domain/phone-number.ts';

export const PHONE_PROBLEMS = ['empty', 'scientific', 'letters', 'short', 'long', 'zero'] as const;
export type PhoneProblem = (typeof PHONE_PROBLEMS)[number];

export type PhoneCell = { readonly digits: string; readonly addedSeven?: true } | { readonly problem: PhoneProblem };

/** `7,9E+10`: what a spreadsheet shows instead of a long number, and saves, losing the digits. */
const SCIENTIFIC = /^([1-9])(?:[.,](\d+))?e\+?(\d{1,2})$/i;
/** Blanks that do not break, and marks of direction that messengers add when a number is copied. */
const INVISIBLE = /[\u00a0\u2000-\u200f\u202a-\u202f\u2060\u2066-\u2069\ufeff]/g;

export function readPhone(cell: string, addSeven = true): PhoneCell {
  const direct = normalizeDestination(cell);
  if (direct !== undefined && !isShortRussian(direct)) return { digits: direct };
  const text = tidied(cell);
  if (text === '') return { problem: 'empty' };
  const scientific = SCIENTIFIC.exec(text);
  // Dots part the digits in some countries.
  const written = scientific === null ? text.replace(/(?<=\d)\.(?=\d)/g, '-') : wholeNumber(scientific);
  if (written === undefined) return { problem: 'scientific' };
  const digits = normalizeDestination(written);
  if (digits === undefined) return { problem: problemOf(written) };
  return isShortRussian(digits) && addSeven ? { digits: `7${digits}`, addedSeven: true } : { digits };
}

function tidied(cell: string): string {
  return cell
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
