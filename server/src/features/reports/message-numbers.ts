// What is known of numbers, and what an SMS of one part to each would do: the rules of planning, asked without a
// message. Nothing is written.
import type { Actor } from '@volley/domain/actor.ts';
import type { Brand } from '@volley/domain/brand.ts';
import { billingMonth } from '@volley/domain/budget.ts';
import { openCountries } from '@volley/domain/country.ts';
import { canReach, type NumberClass, numberClass } from '@volley/domain/number-type.ts';
import { isWorthSending, type NumberFacts, type NumberingPlan } from '@volley/domain/numbering-plan.ts';
import { sandboxNumber } from '@volley/domain/phone-number.ts';
import { chooseSender, type SenderMatch } from '@volley/domain/sender-choice.ts';
import { isSenderUsable } from '@volley/domain/sender-status.ts';
import { priceOfMessage, type Tariff } from '@volley/domain/tariff.ts';
import { readPhone } from '@volley/domain/written-phone.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Blocked, findBlocked } from '../blacklist/find-blocked.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { readTerms, type Terms } from '../ledger/volumes.ts';
import type { KnownNumber } from '../messages/find-facts.ts';
import { makeOffer } from '../messages/make-offer.ts';
import { knownTariffs, openReferenceBook, type ReferenceBook } from '../messages/reference-book.ts';
import { type FoundCountry, findCountry } from '../numbering/find-country.ts';
import { listSenders } from '../senders/list-senders.ts';
import type { Sender } from '../senders/sender.ts';
import { tariffsInForce } from '../tariffs/price-list.ts';

export type CheckedNumber = {
  readonly input: string;
  readonly destination: string | null;
  readonly addedSeven: boolean;
  readonly numberClass: NumberClass;
  readonly country: string | null;
  readonly operator: Brand | null;
  readonly hostOperator: Brand | null;
  readonly isPorted: boolean;
  readonly region: string | null;
  readonly timezone: string | null;
  readonly isBlacklisted: boolean;
  readonly errorCode: number | null;
  readonly sender: { readonly id: number; readonly senderName: string; readonly match: SenderMatch } | null;
  readonly priceMicros: bigint | null;
};

type Asked = { readonly numbers: readonly string[]; readonly companyId?: number; readonly senderName?: string };
type Needs = Pick<Platform, 'db' | 'config'>;

const NOT_A_NUMBER = 7401;
const BLOCKED = 453;
const NAME_BLOCKED = 454;
const RESTRICTED = 455;
const NOT_ASSIGNED = 456;
const NO_SENDER = 457;
const BLOCKED_OUTCOME = 8;

export async function checkNumbers(platform: Needs, actor: Actor, asked: Asked): Promise<CheckedNumber[]> {
  const book = await openReferenceBook(platform.db);
  const trial =
    asked.companyId === undefined ? undefined : await prepare(platform, actor, book, asked.companyId, asked);
  return asked.numbers.map((input) => check(book.plan, trial, input));
}

type Trial = {
  readonly senders: readonly Sender[];
  readonly routing: 'fallback' | 'strict';
  readonly hostNetwork: boolean;
  readonly blocked: Blocked;
  readonly tariffs: readonly Tariff[];
  readonly terms: Terms;
  readonly isOpen: (country: string) => boolean;
};

async function prepare(
  { db, config }: Needs,
  actor: Actor,
  book: ReferenceBook,
  companyId: number,
  { numbers, senderName }: Asked,
): Promise<Trial> {
  const senders = await listSenders({ db }, actor, { companyId, channelType: ['SMS'] });
  return read(db, async (tx: Tx) => {
    const company = await getOwnCompany(tx, actor.partnerId, companyId);
    const usable = senders.filter(
      (sender) =>
        (senderName === undefined || sender.senderName === senderName) &&
        isSenderUsable(sender, tx.now.getTime(), config.moderation),
    );
    const recipients = numbers.flatMap((one) => digitsOf(one) ?? []);
    const terms = await readTerms(tx, actor.partnerId, companyId, billingMonth(tx.now.getTime()));
    const versions = await knownTariffs(db, book, terms.tariffs);
    return {
      senders: usable,
      routing: company.routing,
      hostNetwork: config.hostNetworkRouting === 'on',
      blocked: await findBlocked(tx, { companyId, recipients, senders: usable }),
      tariffs: tariffsInForce(versions, terms.priceListId, tx.now),
      terms,
      isOpen: openCountries(company.openCountries ?? config.allowedCountries),
    };
  });
}

function digitsOf(input: string): { destination: string } | undefined {
  const read = readPhone(input);
  return 'digits' in read ? { destination: read.digits } : undefined;
}

function check(plan: NumberingPlan, trial: Trial | undefined, input: string): CheckedNumber {
  const read = readPhone(input);
  const destination = 'digits' in read ? read.digits : undefined;
  const sandbox = destination === undefined ? undefined : sandboxNumber(destination);
  const facts = destination === undefined || sandbox ? undefined : plan.find(Number(destination));
  const operators = sandbox ? { brand: sandbox.brand, hostBrand: undefined } : facts;
  const place = destination === undefined ? NOWHERE : findCountry(destination);
  const isBlacklisted =
    destination !== undefined && (trial?.blocked.numbers.has(destination) || sandbox?.outcome === BLOCKED_OUTCOME);
  const country = place.country === undefined ? {} : { country: place.country };
  const way =
    destination === undefined || trial === undefined
      ? undefined
      : wayOf(trial, { brand: operators?.brand, hostBrand: operators?.hostBrand, ...country });
  return {
    input,
    destination: destination ?? null,
    addedSeven: 'addedSeven' in read,
    numberClass: numberClass(place.country, place.type),
    country: place.country ?? null,
    operator: operators?.brand ?? null,
    hostOperator: operators?.hostBrand ?? null,
    isPorted: facts?.ported ?? false,
    region: facts?.region ?? null,
    timezone: facts?.timezone ?? null,
    isBlacklisted,
    errorCode: errorOf(place, facts, isBlacklisted, trial && { way, isOpen: trial.isOpen }),
    sender: way?.sender ?? null,
    priceMicros: way?.priceMicros ?? null,
  };
}

const NOWHERE: FoundCountry = { country: undefined, type: 'unknown' };

type Way = {
  readonly sender: NonNullable<CheckedNumber['sender']>;
  /** Null: there is no price for the country. */
  readonly priceMicros: bigint | null;
  readonly isNameBlocked: boolean;
};

function wayOf(
  { senders, routing, hostNetwork, tariffs, terms, blocked }: Trial,
  facts: Pick<KnownNumber, 'brand' | 'hostBrand' | 'country'>,
): Way | undefined {
  const choice = chooseSender(senders, facts, { routing, hostNetwork });
  const sender = senders.find(({ id }) => id === choice?.senderId);
  const rules = { senders, routing, hostNetwork, volumeOf: terms.volumeOf };
  const kind = { timezone: '', trafficType: 'PROMO', isDispatch: true } as const;
  const offer = makeOffer(tariffs, rules, facts, kind);
  const tariff = tariffs.find(({ id }) => id === offer?.strand.tariffId);
  if (choice === undefined || sender === undefined || offer === undefined || tariff === undefined) return undefined;
  return {
    sender: { id: sender.id, senderName: sender.senderName, match: choice.match },
    priceMicros: offer.isFree
      ? null
      : priceOfMessage(tariff, terms.volumeOf(offer.strand.route, tariff.pricingModel), 1),
    isNameBlocked: blocked.senderIds.has(sender.id),
  };
}

/** In the order in which planning refuses. */
function errorOf(
  { country, type }: FoundCountry,
  facts: NumberFacts | undefined,
  isBlacklisted: boolean,
  trial: (Pick<Trial, 'isOpen'> & { readonly way: Way | undefined }) | undefined,
): number | null {
  if (isBlacklisted) return BLOCKED;
  if (country === undefined || !canReach('SMS', type)) return NOT_A_NUMBER;
  if (trial?.isOpen(country) === false) return RESTRICTED;
  if (facts !== undefined && !isWorthSending(facts.kind))
    return facts.kind === 'M2M' || facts.kind === 'satellite' ? RESTRICTED : NOT_ASSIGNED;
  if (trial === undefined) return null;
  if (trial.way === undefined) return NO_SENDER;
  if (trial.way.isNameBlocked) return NAME_BLOCKED;
  return trial.way.priceMicros === null ? RESTRICTED : null;
}
