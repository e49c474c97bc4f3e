// Numbers that codes may go to. Refuses before the request is counted or paid.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { chooseTariff } from '@volley/domain/money/tariff.ts';
import { HOME_COUNTRY, openCountries } from '@volley/domain/numbers/country.ts';
import { canReach } from '@volley/domain/numbers/number-type.ts';
import { isWorthSending } from '@volley/domain/numbers/numbering-plan.ts';
import { normalizeDestination, sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import type { FaultCode } from '@volley/domain/refusals/fault.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAnyCompany } from '../../companies/govern-companies.ts';
import { readTerms } from '../../ledger/volumes.ts';
import { knownTariffs, openReferenceBook } from '../../messages/planning/reference-book.ts';
import { findCountry } from '../../numbering/find-country.ts';
import { tariffsInForce } from '../../tariffs/price-list.ts';
import type { Profile } from '../profiles/profile.ts';

type Needs = Pick<Platform, 'db' | 'config'>;

/** Digits of a number that codes of the profile may reach over the channel; in Russia only subscriber numbers. */
export async function readDestination(
  { db, config }: Needs,
  profile: Profile,
  channelType: VerificationChannel,
  given: string,
): Promise<string> {
  const digits = normalizeDestination(given);
  if (digits === undefined) throw wrongNumber('must be a valid phone number', 'not-a-number');
  if (config.testMode && sandboxNumber(digits) !== undefined) return digits;
  const { country, type } = findCountry(digits);
  if (country === undefined) throw wrongNumber('must be a valid phone number', 'not-a-number');
  if (!profile.countries.includes(country)) throw countryRefusal();
  const isLine = type !== 'mobile' && type !== 'unknown';
  const isReached = canReach(channelType, type) && (isLine || (await isSubscribers(db, country, digits)));
  if (!isReached) throw wrongNumber('must be a number that can receive codes', 'not-a-subscriber');
  return digits;
}

/** `code` lets the widget show the problem in the visitor's language. */
const wrongNumber = (problem: string, code: FaultCode) =>
  new Refusal('bad-request', { field: 'destination', problem, code });

export const countryRefusal = () => wrongNumber('is in a country that is not open or has no price', 'country');

async function isSubscribers(db: Platform['db'], country: string, digits: string): Promise<boolean> {
  if (country !== HOME_COUNTRY) return true;
  const { plan } = await openReferenceBook(db);
  const facts = plan.find(Number(digits));
  return facts !== undefined && isWorthSending(facts.kind);
}

/** Checked before a visitor waits for a code; the send checks again. */
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
