import { ANY_COUNTRY } from '@volley/domain/numbers/country.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { isCountry } from '../../numbering/find-country.ts';

/** Codes must be countries with phone numbers, or the star. */
export function refuseUnknownCountries(field: string, codes: readonly string[]): void {
  const unknown = codes.find((code) => code !== ANY_COUNTRY && !isCountry(code));
  if (unknown !== undefined)
    throw new Refusal('bad-request', { field, problem: `must be known countries; ${unknown} is not` });
}
