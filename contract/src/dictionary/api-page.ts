// A page about a code in an error body: the HTTP status times ten plus a number that distinguishes cases.
import type { Fault } from '@volley/domain/refusals/fault.ts';
import type { Entry, Explanation, Fixer } from './entry.ts';

type Page = {
  readonly msg: string;
  /** The fault in the example. */
  readonly detail?: Fault;
  readonly fixer?: Fixer;
  readonly related?: readonly number[];
  readonly en: Explanation;
  readonly ru: Explanation;
};

export const apiPage = (code: number, { msg, detail, fixer = 'developer', related = [], en, ru }: Page): Entry => ({
  code,
  fixer,
  charged: 'nothing',
  related,
  example: `HTTP ${Math.floor(code / 10)}\n${JSON.stringify({ error: { code, msg, ...(detail && { details: [detail] }) } })}`,
  en,
  ru,
});
