// Looks numbers up and applies the rules of planning to an SMS of one part to each. Read-only.

import { shownZones } from '@volley/domain/dispatches/timezone.ts';
import { billingMonth } from '@volley/domain/money/budget.ts';
import { priceOfMessage, type Tariff } from '@volley/domain/money/tariff.ts';
import { must } from '@volley/domain/must.ts';
import type { Brand } from '@volley/domain/numbers/brand.ts';
import { openCountries } from '@volley/domain/numbers/country.ts';
import { type NumberClass, numberClass } from '@volley/domain/numbers/number-type.ts';
import type { NumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import { readPhone } from '@volley/domain/numbers/written-phone.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import {
  type KnownNumber,
  knownNumber,
  type ReachRules,
  SANDBOX_BLOCKED,
} from '@volley/domain/planning/known-number.ts';
import { isRefused } from '@volley/domain/planning/refused.ts';
import { openLine, type SenderLine } from '@volley/domain/planning/sender-line.ts';
import type { SenderMatch } from '@volley/domain/senders/sender-choice.ts';
import { isSenderUsable } from '@volley/domain/senders/sender-status.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Blocked, findBlocked } from '../../blacklist/find-blocked.ts';
import { getOwnCompany } from '../../companies/find-company.ts';
import { readTerms, type Terms } from '../../ledger/volumes.ts';
import { type PlannedContent, type Planner, planMessage } from '../../messages/planning/plan-message.ts';
import { knownTariffs, openReferenceBook, type ReferenceBook } from '../../messages/planning/reference-book.ts';
import { findCountry, UNKNOWN_COUNTRY } from '../../numbering/find-country.ts';
import { listSenders } from '../../senders/list-senders.ts';
import type { Sender } from '../../senders/sender.ts';
import { tariffsInForce } from '../../tariffs/price-list.ts';

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

type NumberQuery = { readonly numbers: readonly string[]; readonly companyId?: number; readonly senderName?: string };
type Needs = Pick<Platform, 'db' | 'config'>;

export async function checkNumbers(platform: Needs, actor: Actor, query: NumberQuery): Promise<CheckedNumber[]> {
  const book = await openReferenceBook(platform.db);
  const trial =
    query.companyId === undefined
      ? undefined
      : await prepare(platform, actor, book, { ...query, companyId: query.companyId });
  return query.numbers.map((input) => check(book.plan, trial, input));
}

type Trial = {
  readonly planner: Planner<{ readonly destination: string }, PlannedContent>;
  readonly line: SenderLine;
  readonly senders: readonly Sender[];
  readonly blocked: Blocked;
  readonly tariffs: readonly Tariff[];
  readonly terms: Terms;
};

async function prepare(
  { db, config }: Needs,
  actor: Actor,
  book: ReferenceBook,
  { companyId, numbers, senderName }: NumberQuery & { readonly companyId: number },
): Promise<Trial> {
  const senders = await listSenders({ db }, actor, { companyId, channelType: ['SMS'] });
  return read(db, async (tx: Tx) => {
    const company = await getOwnCompany(tx, actor.partnerId, companyId);
    const usable = senders.filter(
      (sender) =>
        (senderName === undefined || sender.senderName === senderName) &&
        isSenderUsable(sender, tx.now.getTime(), config.moderation),
    );
    const recipients = numbers.flatMap((number) => digitsOf(number) ?? []);
    const terms = await readTerms(tx, actor.partnerId, companyId, billingMonth(tx.now.getTime()));
    const versions = await knownTariffs(db, book, terms.tariffs);
    const tariffs = tariffsInForce(versions, terms.priceListId, tx.now);
    const { routing } = company;
    const hostNetwork = config.hostNetworkRouting;
    const { volumeOf } = terms;
    const line = openLine({ senders: usable, routing, hostNetwork, volumeOf, tariffs, isDispatch: true });
    const blocked = await findBlocked(tx, { companyId, recipients, senders: usable });
    const isOpen = openCountries(company.openCountries ?? config.allowedCountries);
    return {
      planner: openPlanner({ plan: book.plan, isOpen }, line, blocked),
      line,
      senders: usable,
      blocked,
      tariffs,
      terms,
    };
  });
}

const ONE_PART: PlannedContent = { text: '', parts: 1 };

/** An SMS of one part without a template, as a dispatch would plan it. Sandbox numbers are shown in every mode. */
function openPlanner(
  numbers: Pick<ReachRules, 'plan' | 'isOpen'>,
  line: SenderLine,
  blocked: Blocked,
): Trial['planner'] {
  return {
    numbers: { ...numbers, testMode: true, list: 'numbers' },
    blocked,
    onProblem: 'refuse',
    channelOf: () => 'SMS',
    lineOf: () => line,
    zoneOf: () => 'none',
    contentOf: () => ONE_PART,
    typeOf: () => undefined,
    isSessionOpen: () => true,
  };
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
  const found = destination === undefined ? UNKNOWN_COUNTRY : findCountry(destination);
  const isBlacklisted =
    destination !== undefined && (trial?.blocked.numbers.has(destination) || sandbox?.outcome === SANDBOX_BLOCKED);
  const country = found.country === undefined ? {} : { country: found.country };
  const offer =
    destination === undefined || trial === undefined
      ? undefined
      : offerOf(trial, { brand: operators?.brand, hostBrand: operators?.hostBrand, ...country });
  return {
    input,
    destination: destination ?? null,
    addedSeven: 'addedSeven' in read,
    numberClass: numberClass(found.country, found.type),
    country: found.country ?? null,
    operator: operators?.brand ?? null,
    hostOperator: operators?.hostBrand ?? null,
    isPorted: facts?.ported ?? false,
    region: facts?.region ?? null,
    timezone: facts?.timezone ?? shownZones(found.timezone),
    isBlacklisted,
    errorCode: isBlacklisted ? ERROR.numberBlocked : errorOf(plan, trial, destination),
    sender: offer?.sender ?? null,
    priceMicros: offer?.priceMicros ?? null,
  };
}

type SenderOffer = {
  readonly sender: NonNullable<CheckedNumber['sender']>;
  /** Null: no price for the country. */
  readonly priceMicros: bigint | null;
};

/** Shown for refused numbers, too. The price is that of the present volume, not the highest price ahead. */
function offerOf(
  { line, senders, tariffs, terms }: Trial,
  facts: Pick<KnownNumber, 'brand' | 'hostBrand' | 'country'>,
): SenderOffer | undefined {
  const chosen = line.choose(facts);
  if (chosen === undefined) return undefined;
  const { id } = chosen.sender;
  const { senderName } = must(
    senders.find((sender) => sender.id === id),
    `sender ${id}`,
  );
  const { strand, isFree } = line.offer(chosen, facts, '', 'PROMO');
  const tariff = must(
    tariffs.find((candidate) => candidate.id === strand.tariffId),
    `tariff ${strand.tariffId}`,
  );
  const volume = terms.volumeOf(strand.brand, tariff.pricingModel);
  return {
    sender: { id, senderName, match: chosen.match },
    priceMicros: isFree ? null : priceOfMessage(tariff, volume, 1),
  };
}

/** Without a company only the number itself is checked. */
function errorOf(plan: NumberingPlan, trial: Trial | undefined, destination: string | undefined): number | null {
  if (destination === undefined) return ERROR.numberUnusable;
  const found =
    trial === undefined
      ? knownNumber({ plan, isOpen: () => true, testMode: true }, 'SMS', destination, findCountry(destination))
      : planMessage(trial.planner, { destination }, 0);
  return isRefused(found) ? found.errorCode : null;
}
