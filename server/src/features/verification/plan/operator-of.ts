import { HOME_COUNTRY } from '@volley/domain/numbers/country.ts';
import type { NumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import { findCountry } from '../../numbering/find-country.ts';

/** Group of numbers with conversion figures of their own: the brand of a Russian number, else the country. */
export function operatorOf(plan: NumberingPlan, destination: string): string {
  const { country = HOME_COUNTRY } = findCountry(destination);
  if (country !== HOME_COUNTRY) return country;
  const sandbox = sandboxNumber(destination);
  const brand = sandbox === undefined ? plan.find(Number(destination))?.brand : sandbox.brand;
  return brand ?? HOME_COUNTRY;
}
