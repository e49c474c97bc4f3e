// Countries by their ISO 3166 code: which of them are open to a company, and what they are called.

/** Prices and lists that name no country are of this one. */
export const HOME_COUNTRY = 'RU';

/** In a list of open countries: each of them. In a price list: each but the home country that has no price of its own. */
export const ANY_COUNTRY = '*';

/** Whether a country is on the list. */
export function openCountries(list: readonly string[]): (country: string) => boolean {
  if (list.includes(ANY_COUNTRY)) return () => true;
  const open = new Set(list);
  return (country) => open.has(country);
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
/** Names that clients know from before their countries chose others. */
const KEPT_NAMES: Readonly<Record<string, string>> = { TR: 'Turkey' };

/** In English, as the messaging API shows it. */
export function countryName(code: string): string {
  return KEPT_NAMES[code] ?? NAMES.of(code) ?? code;
}
