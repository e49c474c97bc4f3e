// Countries open for sending: the list of the company, else of its partner, else of the installation.
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { countryCodes } from '../../numbering/find-country.ts';
import { type CountryList, selectCountryLists } from './destinations.sql.ts';

const LISTS_MAX = 500;

export type Destinations = {
  readonly allowedCountries: readonly string[];
  /** In the currency of each company; 0: no alarm. */
  readonly spendAlarm: number;
  readonly lists: readonly CountryList[];
  readonly countries: readonly string[];
};

export async function listDestinations(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  companyId?: number,
): Promise<Destinations> {
  return {
    allowedCountries: config.allowedCountries,
    spendAlarm: config.countrySpendAlarm,
    lists: await read(db, (tx) => selectCountryLists(tx, companyId ?? null, LISTS_MAX)),
    countries: countryCodes(),
  };
}
