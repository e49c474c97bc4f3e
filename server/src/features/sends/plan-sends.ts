// Decides everything about single messages before a row is written: number, operator, sender, text, parts, price.
// What cannot be accepted has its answer here; what a list or the numbering forbids is accepted and fails at once,
// so that the client learns of it like of any other failure.

import { brandIdOf } from '@volley/domain/brand.ts';
import { HOME_COUNTRY } from '@volley/domain/country.ts';
import { holdsSpokenCode, isContentProblem, readContent } from '@volley/domain/message-content.ts';
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import { senderNameProblem } from '@volley/domain/sender-name.ts';
import { type ShortLink, shortenText } from '@volley/domain/short-link.ts';
import type { PricingModel, TrafficType } from '@volley/domain/tariff.ts';
import { inTurns } from '../../platform/in-turns.ts';
import type { Blocked } from '../blacklist/find-blocked.ts';
import { withText } from '../dispatches/plan-recipients.ts';
import type { WindowsFound } from '../inbound/open-windows.ts';
import { findFacts, isUnreachable, type KnownNumber, NO_PRICE, NOT_A_NUMBER } from '../messages/find-facts.ts';
import { makeOffer, type Offer } from '../messages/make-offer.ts';
import { type PlanningBook, partsOf } from '../messages/plan-messages.ts';
import type { NamesFound, NameUse } from '../senders/named-senders.ts';
import type { TemplateMatcher } from '../templates/match-templates.ts';
import type { SendItem, SendOrigin, SendResult } from './send.ts';

export type SendRules = {
  readonly names: NamesFound;
  readonly blocked: Blocked;
  readonly templates: TemplateMatcher;
  readonly routing: 'fallback' | 'strict';
  readonly hostNetwork: boolean;
  readonly testMode: boolean;
  /** Whether the account may send to a country. */
  readonly isOpen: (country: string) => boolean;
  readonly volumeOf: (route: number, model: PricingModel) => number;
  readonly shortHost: string;
  readonly mintCode: () => string;
  readonly isWindowOpen: WindowsFound;
};

export type PlannedSend = {
  /** Its place in the call. */
  readonly at: number;
  readonly item: SendItem;
  readonly destination: string;
  readonly brandId: number;
  /** Null: not known. */
  readonly country: string | null;
  readonly parts: number;
  readonly text: string;
  readonly links: readonly ShortLink[];
  readonly templateId: number | null;
  readonly offer: Offer;
  readonly shared: boolean;
  /** Its sender has not been approved yet: this use does it. */
  readonly firstUse: boolean;
  /** The error it fails with at once. */
  readonly errorCode: number | null;
};

export type SendPlan = { readonly accepted: PlannedSend[]; readonly refused: Map<number, SendResult> };

const PARTS_MAX = 10;
const MOSCOW = 'Europe/Moscow';

export const refusal = (code: 400 | 402 | 403 | 404 | 429 | 500, errorCode: number, msg: string): SendResult => ({
  code,
  messageUuid: null,
  errorCode,
  msg,
});

const BAD_NUMBER = NOT_A_NUMBER.errorCode;
const CLOSED = NO_PRICE.errorCode;
const badNumber = (msg: string) => refusal(400, BAD_NUMBER, msg);
const NAME_UNAVAILABLE = refusal(403, 457, 'Sender name is not available');

export async function planSends(
  book: PlanningBook,
  rules: SendRules,
  items: readonly SendItem[],
  origin: SendOrigin,
): Promise<SendPlan> {
  const accepted: PlannedSend[] = [];
  const refused = new Map<number, SendResult>();
  const offers = new Map<string, Offer | undefined>();
  await inTurns(items, (item, at) => {
    const planned = planSend(book, rules, offers, item, at, origin);
    if ('code' in planned) refused.set(at, planned);
    else accepted.push(planned);
  });
  return { accepted, refused };
}

function planSend(
  book: PlanningBook,
  rules: SendRules,
  offers: Map<string, Offer | undefined>,
  item: SendItem,
  at: number,
  origin: SendOrigin,
): PlannedSend | SendResult {
  const destination = normalizeDestination(item.destination);
  if (destination === undefined) return badNumber(NOT_A_NUMBER.msg);
  const found = findFacts(book.plan, { ...rules, channelType: item.channelType }, destination, '', at);
  const failure = isUnreachable(found) ? found : undefined;
  if (failure?.errorCode === BAD_NUMBER) return badNumber(failure.msg);
  const name =
    senderNameProblem(item.senderName, item.channelType, undefined) === undefined
      ? rules.names(item.channelType, item.senderName)
      : undefined;
  if (name === undefined || isMisnamed(item)) return NAME_UNAVAILABLE;
  if (item.channelType === 'VOICECODE' && !holdsSpokenCode(item.content.text))
    return refusal(400, 7401, 'Text holds no code to be spoken');
  const facts = isUnreachable(found) ? undefined : found;
  const { text, links } = item.settings.shortUrl
    ? shortenText(item.content.text, rules)
    : { text: item.content.text, links: [] };
  const sent = links.length === 0 ? item : withShortLinks(item, text);
  // A file may come without a word.
  const parts = Math.max(1, partsOf(text, item.channelType));
  if (parts > PARTS_MAX || (links.length > 0 && isTooLong(sent, text))) return refusal(400, 7403, 'Text is too long');
  const { trafficType, templateId } = typeOf(rules, item, text, name, origin);
  if (templateId === null && origin.trafficType === undefined && !rules.isWindowOpen(item, destination))
    return refusal(404, 7404, 'Text matches no template, and the recipient has not written within a day');
  const isFree = failure?.country !== undefined;
  const offer = findOffer(book, rules, offers, { item, name, facts, trafficType, isFree });
  if (offer === undefined) return NAME_UNAVAILABLE;
  if (offer.isFree && origin.refuseCountry) return refusal(400, CLOSED, failure?.msg ?? NO_PRICE.msg);
  const onList = rules.blocked.numbers.has(destination)
    ? 453
    : rules.blocked.senderIds.has(offer.senderId)
      ? 454
      : null;
  return {
    at,
    item: sent,
    destination,
    brandId: brandIdOf(facts?.brand),
    country: failure?.country ?? facts?.country ?? HOME_COUNTRY,
    parts,
    text,
    links,
    templateId,
    offer,
    shared: name.shared,
    firstUse: name.senders.some(({ id, status }) => id === offer.senderId && status !== 'APPROVED'),
    errorCode: onList ?? failure?.errorCode ?? (offer.isFree ? CLOSED : null),
  };
}

/** An object says its text itself, and is what the recipient gets. */
function withShortLinks(item: SendItem, text: string): SendItem {
  const { special } = item.content;
  return special === null ? item : { ...item, content: { ...item.content, special: withText(special, text) } };
}

/** Short links may be longer than those they stand for. */
const isTooLong = ({ channelType, content }: SendItem, text: string) =>
  isContentProblem(readContent(channelType, content.special ?? text));

const isMisnamed = ({ channelType, senderName }: SendItem) => channelType === 'VOICECODE' && senderName !== 'voicecode';

/** The type a text has by itself: that of its template, else advertising. What the client calls it changes nothing. */
function typeOf(
  { templates }: SendRules,
  { channelType, senderName, content }: SendItem,
  text: string,
  { shared }: NameUse,
  origin: SendOrigin,
): { trafficType: TrafficType; templateId: number | null } {
  if (origin.trafficType !== undefined) return { trafficType: origin.trafficType, templateId: null };
  if (templates.isEmpty || shared) return { trafficType: 'PROMO', templateId: null };
  const found =
    templates.find(channelType, senderName, content.text) ??
    (text === content.text ? undefined : templates.find(channelType, senderName, text));
  return found ?? { trafficType: 'PROMO', templateId: null };
}

function findOffer(
  book: PlanningBook,
  rules: SendRules,
  offers: Map<string, Offer | undefined>,
  of: { item: SendItem; name: NameUse; facts: KnownNumber | undefined; trafficType: TrafficType; isFree: boolean },
): Offer | undefined {
  const { item, name, facts, trafficType, isFree } = of;
  const timezone = zoneOf(item, facts);
  const number = `${facts?.brand ?? ''}|${facts?.hostBrand ?? ''}|${facts?.country ?? ''}|${isFree}`;
  const key = `${item.channelType}|${item.senderName}|${number}|${timezone}|${trafficType}`;
  if (offers.has(key)) return offers.get(key);
  const routing = name.registered ? rules.routing : 'fallback';
  const senders = { ...rules, senders: name.senders, routing } as const;
  const offer = makeOffer(book.tariffs, senders, facts, { timezone, trafficType, isDispatch: false, isFree });
  offers.set(key, offer);
  return offer;
}

/** Only where the hour matters does the zone part the messages. */
function zoneOf({ settings }: SendItem, facts: KnownNumber | undefined): string {
  const byHour =
    settings.hours !== null ||
    settings.days !== null ||
    settings.localSendTime !== null ||
    settings.localCompletionTime !== null;
  if (!byHour) return '';
  return settings.useLocalTime ? (facts?.timezone ?? MOSCOW) : MOSCOW;
}
