// A page about the `error_code` of a message.
import type { Charged, Entry, Fixer } from './entry.ts';

type Words = readonly [title: string, meaning: string, ...todo: string[]];

export const messagePage = (
  code: number,
  { fixer, charged, related }: { fixer: Fixer; charged: Charged; related: readonly number[] },
  en: Words,
  ru: Words,
): Entry => ({
  code,
  fixer,
  charged,
  related,
  example: `{"callback_event":"delivered","status":"${charged === 'no' ? 'unsent' : 'undelivered'}","error_code":${code}}`,
  en: explained(en),
  ru: explained(ru),
});

function explained([title, meaning, ...todo]: Words) {
  return { title, meaning, todo };
}
