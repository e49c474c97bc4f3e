import { ANY_COUNTRY } from '@volley/domain/country.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { isCountry } from '../numbering/find-country.ts';

/** Codes that staff give must be those of countries with telephone numbers, or the star. */
export function refuseUnknownCountries(field: string, codes: readonly string[]): void {
  const unknown = codes.find((code) => code !== ANY_COUNTRY && !isCountry(code));
  if (unknown !== undefined)
    throw new Refusal('bad-request', { field, problem: `names an unknown country ${unknown}` });
}
