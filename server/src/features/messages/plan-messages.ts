// Decides everything about the recipients of one call before a row is written: number, operator, sender,
// text, parts, price, strand. Pure work in memory, some microseconds a message; what cannot be sent is
// returned as data beside what can.
import { brandIdOf } from '@volley/domain/brand.ts';
import { laneOf } from '@volley/domain/lane.ts';
import { isWorthSending, type NumberFacts, type NumberingPlan } from '@volley/domain/numbering-plan.ts';
import { normalizeDestination, sandboxNumber } from '@volley/domain/phone-number.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { chooseSender } from '@volley/domain/sender-choice.ts';
import { chooseTariff, dearestPart, type PricingModel, type Tariff, type TrafficType } from '@volley/domain/tariff.ts';
import { countParts } from '@volley/domain/text-segmentation.ts';
import { compileText, renderText } from '@volley/domain/text-substitution.ts';
import type { MatchedTemplate } from '../templates/match-templates.ts';

export type Recipient = {
  readonly destination: string;
  readonly substitutions?: Readonly<Record<string, unknown>>;
  readonly customText?: string;
};

export type PlanningRules = {
  readonly text: string;
  readonly channelType: string;
  /** Numbers in digits, and names, that a list forbids. */
  readonly blocked?: { readonly numbers: ReadonlySet<string>; readonly senderIds: ReadonlySet<number> };
  readonly senders: readonly { readonly id: number; readonly brand: string; readonly feeMicros: bigint | null }[];
  readonly routing: 'fallback' | 'strict';
  readonly hostNetwork: boolean;
  readonly testMode: boolean;
  /** With sending hours the recipient's zone parts the strands; without, it does not matter. */
  readonly byTimezone: boolean;
  /** The month's counter of a route so far; prices that depend on it are planned at the dearest step ahead. */
  readonly volumeOf: (route: number, model: PricingModel) => number;
  /** The template that a text under a sender matches. Absent where there are none, so that nobody pays for asking. */
  readonly templateOf?: ((senderId: number, text: string) => MatchedTemplate | undefined) | undefined;
  /** Whether a text that is of no template may go to this number. Absent where it may go to any. */
  readonly isWindowOpen?: ((senderId: number, destination: string) => boolean) | undefined;
};

/** Tariffs are those in force for the partner. */
export type PlanningBook = { readonly plan: NumberingPlan; readonly tariffs: readonly Tariff[] };

export type StrandKey = {
  readonly senderId: number;
  readonly route: number;
  readonly timezone: string;
  readonly trafficType: TrafficType;
  readonly lane: number;
  readonly tariffId: number;
};

export type PlannedMessage = {
  readonly destination: string;
  readonly senderId: number;
  readonly brandId: number;
  readonly parts: number;
  readonly amountMicros: number;
  /** Null when it is the text of the dispatch itself. */
  readonly text: string | null;
  readonly templateId?: number | undefined;
  readonly strand: StrandKey;
};

export type RejectedRecipient = { readonly destination: string; readonly errorCode: number; readonly msg: string };

export type MessagePlan = {
  readonly accepted: PlannedMessage[];
  readonly rejected: RejectedRecipient[];
  readonly parts: number;
  readonly amountMicros: number;
};

const PARTS_MAX = 10;
const FALLBACK_ZONE = 'Europe/Moscow';
const LANE_CODES = { urgent: 0, normal: 1, bulk: 2 } as const;

export type Offer = {
  senderId: number;
  strand: StrandKey;
  partMicros: number;
  /** The price depends on volume. */
  metered: boolean;
};

export function planMessages(book: PlanningBook, rules: PlanningRules, recipients: readonly Recipient[]): MessagePlan {
  const compiled = compileText(rules.text);
  const accepted: PlannedMessage[] = [];
  const rejected: RejectedRecipient[] = [];
  const offers = new Map<string, Offer | undefined>();
  const templateOf = rules.templateOf && rememberLast(rules.templateOf);
  let parts = 0;
  let amountMicros = 0;
  let lastText = '';
  let lastParts = 0;
  for (const [at, recipient] of recipients.entries()) {
    const reject = (errorCode: number, msg: string) =>
      rejected.push({ destination: recipient.destination, errorCode, msg });
    const destination = normalizeDestination(recipient.destination);
    if (destination === undefined) {
      reject(7401, 'Destination is not a phone number');
      continue;
    }
    const facts =
      rules.blocked?.numbers.has(destination) === true ? 453 : findFacts(book, rules, destination, 'messages', at);
    if (typeof facts === 'number') {
      reject(facts, REJECTIONS[facts] ?? 'Recipient refused');
      continue;
    }
    const plain = findOffer(offers, book, rules, facts, 'PROMO');
    if (plain === undefined) {
      reject(457, 'No sender for the operator of this number');
      continue;
    }
    if (rules.blocked?.senderIds.has(plain.senderId) === true) {
      reject(454, 'Sender name is on a block list');
      continue;
    }
    const rendered = renderOwn(compiled, recipient);
    if ('missing' in rendered) {
      reject(7403, `No value for {${rendered.missing}}`);
      continue;
    }
    if (rendered.text !== lastText) {
      lastText = rendered.text;
      lastParts = partsOf(rendered.text, rules.channelType);
    }
    if (lastParts === 0 || lastParts > PARTS_MAX) {
      reject(7403, lastParts === 0 ? 'Text is empty' : `Text is longer than ${PARTS_MAX} parts`);
      continue;
    }
    // A text that matches no approved template is advertising.
    const template = templateOf?.(plain.senderId, rendered.text);
    if (template === undefined && rules.isWindowOpen?.(plain.senderId, destination) === false) {
      reject(7404, 'Text matches no template, and the recipient has not written within a day');
      continue;
    }
    const offer = template ? (findOffer(offers, book, rules, facts, template.trafficType) ?? plain) : plain;
    const amount = offer.partMicros * lastParts;
    parts += lastParts;
    amountMicros += amount;
    accepted.push({
      destination,
      senderId: offer.senderId,
      brandId: brandIdOf(facts?.brand),
      parts: lastParts,
      amountMicros: amount,
      text: rendered.text === rules.text ? null : rendered.text,
      templateId: template?.templateId,
      strand: offer.strand,
    });
  }
  return { accepted, rejected, parts, amountMicros };
}

function renderOwn(compiled: ReturnType<typeof compileText>, { customText, substitutions }: Recipient) {
  return customText === undefined ? renderText(compiled, substitutions) : { text: customText };
}

const REJECTIONS: Readonly<Record<number, string>> = {
  453: 'Number is on a block list',
  455: 'Sending to machines and satellite phones is restricted',
  456: 'Number is not assigned to subscribers',
};

export type KnownNumber = Pick<NumberFacts, 'brand' | 'hostBrand' | 'timezone'>;

/** What is known of the number, or the code that refuses it. `list` is where the caller finds the recipient. */
export function findFacts(
  book: Pick<PlanningBook, 'plan'>,
  rules: Pick<PlanningRules, 'testMode'>,
  destination: string,
  list: string,
  at: number,
): KnownNumber | undefined | number {
  if (destination.startsWith('7000')) {
    const sandbox = sandboxNumber(destination);
    if (sandbox !== undefined) {
      if (!rules.testMode)
        throw new Refusal('bad-request', { field: `${list}[${at}].destination`, problem: 'is a sandbox number' });
      if (sandbox.outcome === 8) return 453;
      return { brand: sandbox.brand, hostBrand: undefined, timezone: FALLBACK_ZONE };
    }
  }
  const facts = book.plan.find(Number(destination));
  if (facts !== undefined && !isWorthSending(facts.kind))
    return facts.kind === 'M2M' || facts.kind === 'satellite' ? 455 : 456;
  return facts;
}

function findOffer(
  offers: Map<string, Offer | undefined>,
  book: PlanningBook,
  rules: PlanningRules,
  facts: KnownNumber | undefined,
  trafficType: TrafficType,
): Offer | undefined {
  const timezone = rules.byTimezone ? (facts?.timezone ?? FALLBACK_ZONE) : '';
  const key = `${facts?.brand ?? ''}|${facts?.hostBrand ?? ''}|${timezone}|${trafficType}`;
  const known = offers.get(key);
  if (known !== undefined || offers.has(key)) return known;
  const offer = makeOffer(book, rules, facts, { timezone, trafficType, isDispatch: true });
  offers.set(key, offer);
  return offer;
}

/** The sender of a number, and what a part costs at most under it. */
export function makeOffer(
  book: PlanningBook,
  rules: Pick<PlanningRules, 'senders' | 'routing' | 'hostNetwork' | 'volumeOf'>,
  facts: Pick<NumberFacts, 'brand' | 'hostBrand'> | undefined,
  way: { timezone: string; trafficType: TrafficType; isDispatch: boolean },
): Offer | undefined {
  const choice = chooseSender(rules.senders, facts, { routing: rules.routing, hostNetwork: rules.hostNetwork });
  const sender = rules.senders.find((candidate) => candidate.id === choice?.senderId);
  if (choice === undefined || sender === undefined) return undefined;
  const { timezone, trafficType } = way;
  const brand = facts?.brand ?? facts?.hostBrand;
  const senderType = choice.match === 'fallback' ? 'COMMON' : sender.feeMicros === null ? 'START' : 'PRO';
  const tariff = chooseTariff(book.tariffs, { senderType, brand, trafficType });
  if (tariff === undefined) throw new Error(`no tariff for ${senderType}`);
  const route = brandIdOf(brand);
  return {
    senderId: sender.id,
    partMicros: Number(dearestPart(tariff, rules.volumeOf(route, tariff.pricingModel))),
    metered: tariff.pricingModel !== 'FIXED',
    strand: {
      senderId: sender.id,
      route,
      timezone,
      trafficType,
      lane: LANE_CODES[laneOf(trafficType, way.isDispatch)],
      tariffId: tariff.id,
    },
  };
}

/** Recipients of one operator come in runs, and most of a dispatch has one text. */
function rememberLast(find: NonNullable<PlanningRules['templateOf']>): NonNullable<PlanningRules['templateOf']> {
  let last: { senderId: number; text: string; found: MatchedTemplate | undefined } | undefined;
  return (senderId, text) => {
    if (last?.senderId !== senderId || last.text !== text) last = { senderId, text, found: find(senderId, text) };
    return last.found;
  };
}

export function partsOf(text: string, channelType: string): number {
  if (text === '') return 0;
  return channelType === 'SMS' ? countParts(text) : 1;
}
