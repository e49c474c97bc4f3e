// Decides everything about recipients of a dispatch of the messaging API before a row is written. Unlike a dispatch of
// the partner API, a message may have links of its own, content that is more than a text, and further steps; and its
// caller is answered recipient by recipient, in the order of the call.

import { brandIdOf } from '@volley/domain/brand.ts';
import type { ChannelType } from '@volley/domain/channel.ts';
import { HOME_COUNTRY } from '@volley/domain/country.ts';
import { isContentProblem, readContent } from '@volley/domain/message-content.ts';
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import { type ShortLink, shortenText } from '@volley/domain/short-link.ts';
import type { PricingModel, TrafficType } from '@volley/domain/tariff.ts';
import { type CompiledText, compileText, renderText } from '@volley/domain/text-substitution.ts';
import { inTurns } from '../../platform/in-turns.ts';
import type { Blocked } from '../blacklist/find-blocked.ts';
import type { WindowsFound } from '../inbound/open-windows.ts';
import { findFacts, isUnreachable, type KnownNumber, NO_PRICE } from '../messages/find-facts.ts';
import { makeOffer, type Offer } from '../messages/make-offer.ts';
import { type PlannedMessage, type PlanningBook, partsOf, type Recipient } from '../messages/plan-messages.ts';
import type { StoredStep } from '../messages/stored-step.ts';
import type { NameUse } from '../senders/named-senders.ts';
import type { TemplateMatcher } from '../templates/match-templates.ts';
import type { SpecialContent } from './batch.ts';

export type DispatchRecipient = Recipient & { readonly externalMessageId?: string };

export type RecipientRules = {
  readonly channelType: ChannelType;
  readonly senderName: string;
  readonly text: string;
  readonly special: SpecialContent | null;
  readonly steps: readonly StoredStep[];
  readonly name: NameUse;
  readonly blocked: Blocked;
  readonly templates: TemplateMatcher;
  readonly isWindowOpen: WindowsFound;
  readonly routing: 'fallback' | 'strict';
  readonly hostNetwork: boolean;
  readonly testMode: boolean;
  /** Whether the account may send to a country. */
  readonly isOpen: (country: string) => boolean;
  /** The zone whose clock counts for a number. */
  readonly zoneOf: (facts: KnownNumber | undefined) => string;
  readonly volumeOf: (route: number, model: PricingModel) => number;
  /** Absent where links stay as they are. */
  readonly shortening: { readonly shortHost: string; mintCode(): string } | undefined;
};

export type PlannedRecipient = {
  readonly message: PlannedMessage;
  readonly links: readonly ShortLink[];
  /** Null where it is that of the dispatch. */
  readonly special: SpecialContent | null;
  readonly steps: readonly StoredStep[];
  readonly externalMessageId: string | null;
};

/** One for each recipient, in their order: a plan, or the code that refuses it. */
export type RecipientPlan = readonly (PlannedRecipient | number)[];

const BAD_NUMBER = 7401;
const BAD_TEXT = 7403;
const NO_TEMPLATE = 7404;
const NUMBER_BLOCKED = 453;
const NAME_BLOCKED = 454;
const NO_NAME = 457;

export async function planRecipients(
  book: PlanningBook,
  rules: RecipientRules,
  recipients: readonly DispatchRecipient[],
): Promise<RecipientPlan> {
  const texts = [rules.text, ...rules.steps.map(({ content }) => content.text)].map(compileText);
  const offers = new Map<string, Offer | undefined>();
  const planOne = (recipient: DispatchRecipient, at: number): PlannedRecipient | number => {
    const destination = normalizeDestination(recipient.destination);
    if (destination === undefined) return BAD_NUMBER;
    if (rules.blocked.numbers.has(destination)) return NUMBER_BLOCKED;
    const facts = findFacts(book.plan, rules, destination, '', at);
    if (isUnreachable(facts)) return facts.errorCode;
    const plain = findOffer(offers, book, rules, facts, 'PROMO');
    if (plain === undefined) return NO_NAME;
    if (rules.blocked.senderIds.has(plain.senderId)) return NAME_BLOCKED;
    const rendered = renderAll(texts, recipient);
    if (rendered === undefined) return BAD_TEXT;
    const [original = '', ...following] = rendered;
    const { text, links } = rules.shortening ? shortenText(original, rules.shortening) : { text: original, links: [] };
    const special = rules.special === null ? null : withText(rules.special, text);
    if (isContentProblem(readContent(rules.channelType, special ?? text))) return BAD_TEXT;
    const parts = Math.max(1, partsOf(text, rules.channelType));
    const template = rules.templates.find(rules.channelType, rules.senderName, original);
    const content = { text: original, special: rules.special };
    if (template === undefined && !rules.isWindowOpen({ ...rules, content }, destination)) return NO_TEMPLATE;
    const offer = template ? (findOffer(offers, book, rules, facts, template.trafficType) ?? plain) : plain;
    if (offer.isFree) return NO_PRICE.errorCode;
    return {
      message: {
        destination,
        senderId: offer.senderId,
        brandId: brandIdOf(facts?.brand),
        country: facts?.country ?? HOME_COUNTRY,
        parts,
        amountMicros: offer.partMicros * parts,
        text: text === rules.text ? null : text,
        ...(template && { templateId: template.templateId }),
        strand: offer.strand,
      },
      links,
      special: text === rules.text ? null : special,
      steps: rules.steps.map((step, place) => withStepText(step, following[place] ?? '')),
      externalMessageId: recipient.externalMessageId ?? null,
    };
  };
  const plan: (PlannedRecipient | number)[] = [];
  await inTurns(recipients, (recipient, at) => void plan.push(planOne(recipient, at)));
  return plan;
}

/**
 * The text and those of the steps; nothing when one lacks a value or comes out empty. A custom text replaces the first.
 * A file may have no text at all.
 */
function renderAll(texts: readonly CompiledText[], recipient: DispatchRecipient): string[] | undefined {
  const rendered: string[] = [];
  for (const [place, text] of texts.entries()) {
    const custom = place === 0 ? recipient.customText : undefined;
    const found = custom === undefined ? renderText(text, recipient.substitutions) : { text: custom };
    if (!('text' in found) || (found.text === '' && text.plain?.text !== '')) return undefined;
    rendered.push(found.text);
  }
  return rendered;
}

/** The members a plain text is taken from, the first that is there. */
const TEXT_MEMBERS = ['text', 'caption', 'title'];

export function withText(special: SpecialContent, text: string): SpecialContent {
  const member = TEXT_MEMBERS.find((name) => typeof special[name] === 'string');
  return member === undefined ? special : { ...special, [member]: text };
}

function withStepText(step: StoredStep, text: string): StoredStep {
  const { special } = step.content;
  return { ...step, content: { text, special: special === null ? null : withText(special, text) } };
}

function findOffer(
  offers: Map<string, Offer | undefined>,
  book: PlanningBook,
  rules: RecipientRules,
  facts: KnownNumber | undefined,
  trafficType: TrafficType,
): Offer | undefined {
  const timezone = rules.zoneOf(facts);
  const key = `${facts?.brand ?? ''}|${facts?.hostBrand ?? ''}|${facts?.country ?? ''}|${timezone}|${trafficType}`;
  if (offers.has(key)) return offers.get(key);
  const routing = rules.name.registered ? rules.routing : 'fallback';
  const way = { timezone, trafficType, isDispatch: true };
  const offer = makeOffer(book.tariffs, { ...rules, senders: rules.name.senders, routing }, facts, way);
  offers.set(key, offer);
  return offer;
}
