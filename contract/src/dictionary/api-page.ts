// A page about a code in the body of a refusal: the HTTP status times ten plus a number that tells cases apart.
import type { Entry, Explanation, Fixer } from './entry.ts';

type Page = {
  readonly msg: string;
  readonly fixer?: Fixer;
  readonly related?: readonly number[];
  readonly en: Explanation;
  readonly ru: Explanation;
};

export const apiPage = (code: number, { msg, fixer = 'developer', related = [], en, ru }: Page): Entry => ({
  code,
  fixer,
  charged: 'nothing',
  related,
  example: `HTTP ${Math.floor(code / 10)}\n{"error":{"code":${code},"msg":"${msg}"}}`,
  en,
  ru,
});
