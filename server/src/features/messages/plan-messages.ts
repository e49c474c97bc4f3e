// Decides everything about the recipients of one call before a row is written: number, operator, sender,
// text, parts, price, strand. Pure work in memory, some microseconds a message; what cannot be sent is
// returned as data beside what can.

import { brandIdOf } from '@volley/domain/brand.ts';
import { HOME_COUNTRY } from '@volley/domain/country.ts';
import type { NumberingPlan } from '@volley/domain/numbering-plan.ts';
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import type { Tariff, TrafficType } from '@volley/domain/tariff.ts';
import { countParts } from '@volley/domain/text-segmentation.ts';
import { compileText, RENDERED_LENGTH_MAX, renderText } from '@volley/domain/text-substitution.ts';
import { inTurns } from '../../platform/in-turns.ts';
import type { MatchedTemplate } from '../templates/match-templates.ts';
import {
  BLOCKED,
  FALLBACK_ZONE,
  findFacts,
  isUnreachable,
  type KnownNumber,
  NO_PRICE,
  NOT_A_NUMBER,
  type NumberRules,
} from './find-facts.ts';
import { makeOffer, type Offer, type OfferRules, type StrandKey } from './make-offer.ts';

export type Recipient = {
  readonly destination: string;
  readonly substitutions?: Readonly<Record<string, unknown>>;
  readonly customText?: string;
};

export type PlanningRules = OfferRules &
  NumberRules & {
    readonly text: string;
    /** Numbers in digits, and names, that a list forbids. */
    readonly blocked?: { readonly numbers: ReadonlySet<string>; readonly senderIds: ReadonlySet<number> };
    /** With sending hours the recipient's zone parts the strands; without, it does not matter. */
    readonly byTimezone: boolean;
    /** The template that a text under a sender matches. Absent where there are none, so that nobody pays for asking. */
    readonly templateOf?: ((senderId: number, text: string) => MatchedTemplate | undefined) | undefined;
    /** Whether a text that is of no template may go to this number. Absent where it may go to any. */
    readonly isWindowOpen?: ((senderId: number, destination: string) => boolean) | undefined;
  };

/** Tariffs are those in force for the partner. */
export type PlanningBook = { readonly plan: NumberingPlan; readonly tariffs: readonly Tariff[] };

export type PlannedMessage = {
  readonly destination: string;
  readonly senderId: number;
  readonly brandId: number;
  readonly country: string;
  readonly parts: number;
  readonly amountMicros: number;
  /** Null when it is the text of the dispatch itself. */
  readonly text: string | null;
  readonly templateId?: number | undefined;
  readonly strand: StrandKey;
};

/** `index` is the position in the request. */
export type RejectedRecipient = {
  readonly index: number;
  readonly destination: string;
  readonly errorCode: number;
  readonly msg: string;
};

export type MessagePlan = {
  readonly accepted: PlannedMessage[];
  readonly rejected: RejectedRecipient[];
  readonly parts: number;
  readonly amountMicros: number;
};

const PARTS_MAX = 10;
const TOO_LONG = `Text is longer than ${RENDERED_LENGTH_MAX} characters`;

/** In turns of the loop: ten thousand recipients with texts of their own are a second of work. */
export async function planMessages(
  book: PlanningBook,
  rules: PlanningRules,
  recipients: readonly Recipient[],
): Promise<MessagePlan> {
  const compiled = compileText(rules.text);
  const accepted: PlannedMessage[] = [];
  const rejected: RejectedRecipient[] = [];
  const offers = new Map<string, Offer | undefined>();
  const templateOf = rules.templateOf && rememberLast(rules.templateOf);
  let parts = 0;
  let amountMicros = 0;
  let lastText = '';
  let lastParts = 0;
  await inTurns(recipients, (recipient, at) => {
    const reject = (errorCode: number, msg: string) =>
      void rejected.push({ index: at, destination: recipient.destination, errorCode, msg });
    const destination = normalizeDestination(recipient.destination);
    if (destination === undefined) return reject(NOT_A_NUMBER.errorCode, NOT_A_NUMBER.msg);
    const facts =
      rules.blocked?.numbers.has(destination) === true
        ? BLOCKED
        : findFacts(book.plan, rules, destination, 'messages', at);
    if (isUnreachable(facts)) return reject(facts.errorCode, facts.msg);
    const plain = findOffer(offers, book, rules, facts, 'PROMO');
    if (plain === undefined) return reject(457, 'No sender for the operator of this number');
    if (rules.blocked?.senderIds.has(plain.senderId) === true) return reject(454, 'Sender name is on a block list');
    const rendered = renderOwn(compiled, recipient);
    if (!('text' in rendered))
      return reject(7403, 'missing' in rendered ? `No value for {${rendered.missing}}` : TOO_LONG);
    if (rendered.text !== lastText) {
      lastText = rendered.text;
      lastParts = partsOf(rendered.text, rules.channelType);
    }
    if (lastParts === 0 || lastParts > PARTS_MAX)
      return reject(7403, lastParts === 0 ? 'Text is empty or blank' : `Text is longer than ${PARTS_MAX} parts`);
    // A text that matches no approved template is advertising.
    const template = templateOf?.(plain.senderId, rendered.text);
    if (template === undefined && rules.isWindowOpen?.(plain.senderId, destination) === false)
      return reject(7404, 'Text matches no template, and the recipient has not written within a day');
    const offer = template ? (findOffer(offers, book, rules, facts, template.trafficType) ?? plain) : plain;
    if (offer.isFree) return reject(NO_PRICE.errorCode, NO_PRICE.msg);
    const amount = offer.partMicros * lastParts;
    parts += lastParts;
    amountMicros += amount;
    accepted.push({
      destination,
      senderId: offer.senderId,
      brandId: brandIdOf(facts?.brand),
      country: facts?.country ?? HOME_COUNTRY,
      parts: lastParts,
      amountMicros: amount,
      text: rendered.text === rules.text ? null : rendered.text,
      templateId: template?.templateId,
      strand: offer.strand,
    });
  });
  return { accepted, rejected, parts, amountMicros };
}

function renderOwn(compiled: ReturnType<typeof compileText>, { customText, substitutions }: Recipient) {
  return customText === undefined ? renderText(compiled, substitutions) : { text: customText };
}

function findOffer(
  offers: Map<string, Offer | undefined>,
  book: PlanningBook,
  rules: PlanningRules,
  facts: KnownNumber | undefined,
  trafficType: TrafficType,
): Offer | undefined {
  const timezone = rules.byTimezone ? (facts?.timezone ?? FALLBACK_ZONE) : '';
  const key = `${facts?.brand ?? ''}|${facts?.hostBrand ?? ''}|${facts?.country ?? ''}|${timezone}|${trafficType}`;
  const known = offers.get(key);
  if (known !== undefined || offers.has(key)) return known;
  const offer = makeOffer(book.tariffs, rules, facts, { timezone, trafficType, isDispatch: true });
  offers.set(key, offer);
  return offer;
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
  if (text.trim() === '') return 0;
  return channelType === 'SMS' ? countParts(text) : 1;
}
