// Countries by ISO 3166 code: countries open to a company, and their names.

/** The country of prices and lists that name none. */
export const HOME_COUNTRY = 'RU';

/** In a list of open countries: every country. In a price list: every foreign country without its own price. */
export const ANY_COUNTRY = '*';

export function openCountries(list: readonly string[]): (country: string) => boolean {
  if (list.includes(ANY_COUNTRY)) return () => true;
  const open = new Set(list);
  return (country) => open.has(country);
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
/** Names that clients know from before a country changed its name. */
const KEPT_NAMES: Readonly<Record<string, string>> = { TR: 'Turkey' };

/** English name, as the messaging API shows it. */
export function countryName(code: string): string {
  return KEPT_NAMES[code] ?? NAMES.of(code) ?? code;
}
