// Numbers that codes may go to. What is refused here is refused before anything is counted or paid.
import { billingMonth } from '@volley/domain/budget.ts';
import { HOME_COUNTRY, openCountries } from '@volley/domain/country.ts';
import type { FaultCode } from '@volley/domain/fault.ts';
import { canReach } from '@volley/domain/number-type.ts';
import { isWorthSending } from '@volley/domain/numbering-plan.ts';
import { normalizeDestination, sandboxNumber } from '@volley/domain/phone-number.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { chooseTariff } from '@volley/domain/tariff.ts';
import type { VerificationChannel } from '@volley/domain/verification-channel.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAnyCompany } from '../companies/govern-companies.ts';
import { readTerms } from '../ledger/volumes.ts';
import { knownTariffs, openReferenceBook } from '../messages/reference-book.ts';
import { findCountry } from '../numbering/find-country.ts';
import { tariffsInForce } from '../tariffs/price-list.ts';
import type { Profile } from './profile.ts';

type Needs = Pick<Platform, 'db' | 'config'>;

/** A number that codes of the profile may go to over a channel; in Russia only those that subscribers have. */
export async function readDestination(
  { db, config }: Needs,
  profile: Profile,
  channelType: VerificationChannel,
  given: string,
): Promise<string> {
  const digits = normalizeDestination(given);
  if (digits === undefined) throw wrongNumber('is no phone number', 'not-a-number');
  if (config.testMode === 'on' && sandboxNumber(digits) !== undefined) return digits;
  const { country, type } = findCountry(digits);
  if (country === undefined) throw wrongNumber('is no phone number', 'not-a-number');
  if (!profile.countries.includes(country)) throw countryRefusal();
  const isLine = type !== 'mobile' && type !== 'unknown';
  const isReached = canReach(channelType, type) && (isLine || (await isSubscribers(db, country, digits)));
  if (!isReached) throw wrongNumber('is no number that codes are sent to', 'not-a-subscriber');
  return digits;
}

/** The code is for whoever shows it to a visitor in the visitor's language. */
const wrongNumber = (problem: string, code: FaultCode) =>
  new Refusal('bad-request', { field: 'destination', problem, code });

export const countryRefusal = () => wrongNumber('is in a country that is not open or has no price', 'country');

async function isSubscribers(db: Platform['db'], country: string, digits: string): Promise<boolean> {
  if (country !== HOME_COUNTRY) return true;
  const { plan } = await openReferenceBook(db);
  const facts = plan.find(Number(digits));
  return facts !== undefined && isWorthSending(facts.kind);
}

/** Asked before a visitor waits for a code; the send itself asks again. */
export async function refuseClosedCountry({ db, config }: Needs, companyId: number, digits: string): Promise<void> {
  const country = findCountry(digits).country ?? HOME_COUNTRY;
  const book = await openReferenceBook(db);
  await read(db, async (tx) => {
    const { partnerId, openCountries: list } = await getAnyCompany(tx, companyId);
    if (!openCountries(list ?? config.allowedCountries)(country)) throw countryRefusal();
    if (country === HOME_COUNTRY) return;
    const terms = await readTerms(tx, partnerId, companyId, billingMonth(tx.now.getTime()));
    const tariffs = tariffsInForce(await knownTariffs(db, book, terms.tariffs), terms.priceListId, tx.now);
    if (!chooseTariff(tariffs, { senderType: 'COMMON', trafficType: 'AUTHORIZE', country })) throw countryRefusal();
  });
}
