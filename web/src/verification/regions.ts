// Countries by the names that the browser knows: the server refuses codes without phone numbers.
import { language } from '../texts/language.ts';

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
/** Groups of countries and codes for tests, which browsers name too. */
const NOT_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

export type Region = { readonly value: string; readonly label: string };

/** Sorted by name. */
export function regions(): Region[] {
  const names = new Intl.DisplayNames(language(), { type: 'region', fallback: 'none' });
  return LETTERS.flatMap((one) => LETTERS.map((two) => one + two))
    .flatMap((value) => {
      const name = NOT_COUNTRIES.has(value) ? undefined : names.of(value);
      return name === undefined ? [] : [{ value, label: `${name} · ${value}` }];
    })
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
