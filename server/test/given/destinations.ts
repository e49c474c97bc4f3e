// Numbers of every country, with the settings that open and price their countries.
import { microsFromDecimal } from '@volley/domain/money/money.ts';
import { type CountryCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { setCountries } from '../../src/features/access/partners.ts';
import { countryCodes, findCountry } from '../../src/features/numbering/find-country.ts';
import { publishTariff } from '../../src/features/tariffs/publish-prices.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import type { Platform } from '../../src/platform/platform.ts';

type Place = { readonly platform: Pick<Platform, 'db'> };

export type NumberAbroad = { readonly country: string; readonly destination: string };

/** A mobile number of each country: without Russia, short numbers and countries that share their numbering plan. */
export const numbersAbroad: readonly NumberAbroad[] = countryCodes().flatMap((country) => {
  const destination = getExampleNumber(country as CountryCode, examples)?.number.slice(1) ?? '';
  // Eleven digits that begin with 8 are a Russian number with its trunk prefix.
  const isTaken = destination.length >= 10 && !/^8\d{10}$/.test(destination);
  return isTaken && country !== 'RU' && findCountry(destination).country === country ? [{ country, destination }] : [];
});

export async function openCountriesFor({ platform }: Place, partnerId: number, countries: readonly string[] | null) {
  await inTransaction(platform.db, (tx) => setCountries(tx, partnerId, countries));
}

/** A price of each country; a star is every other country. */
export async function priceCountries(
  { platform }: Place,
  price: number,
  { countries = ['*'], priceListId = 1 }: { countries?: readonly string[]; priceListId?: number } = {},
): Promise<void> {
  const prices = [{ from: 0, priceMicros: microsFromDecimal(price) ?? 0n, priceMauBatchMicros: null }];
  await inTransaction(platform.db, async (tx) => {
    for (const countryCode of countries)
      await publishTariff(tx, {
        priceListId,
        senderType: 'COMMON',
        countryCode,
        pricingModel: 'FIXED',
        currency: 'RUB',
        prices,
      });
  });
}
