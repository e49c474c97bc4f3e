// The planner: number, sender, text and parts, template, price, in this order. Callers describe their recipients by
// steps; the planner decides. Pure computation on prepared context, a microsecond per message.

import type { TrafficType } from '@volley/domain/money/tariff.ts';
import { brandIdOf } from '@volley/domain/numbers/brand.ts';
import { HOME_COUNTRY } from '@volley/domain/numbers/country.ts';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { ChosenSender } from '@volley/domain/planning/chosen-sender.ts';
import type { KnownNumber } from '@volley/domain/planning/known-number.ts';
import type { Offer } from '@volley/domain/planning/offer.ts';
import {
  isRefused,
  NO_PRICE,
  NO_SENDER,
  NO_SESSION,
  NOT_A_NUMBER,
  NUMBER_BLOCKED,
  type Refused,
  SENDER_BLOCKED,
} from '@volley/domain/planning/refused.ts';
import type { SenderLine } from '@volley/domain/planning/sender-line.ts';
import { timezoneOf, type ZoneRule } from '@volley/domain/planning/zone-rule.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Blocked } from '../../blacklist/find-blocked.ts';
import { checkNumber, type NumberRules } from './check-number.ts';

export type PlannedContent = { readonly text: string; readonly parts: number };

/** Without `templateId`: the caller itself knows the type of its text. */
export type TextType = { readonly trafficType: TrafficType; readonly templateId?: number };

export type Planner<Recipient extends { readonly destination: string }, Content extends PlannedContent> = {
  readonly numbers: NumberRules;
  readonly blocked: Blocked;
  /**
   * `refuse`: a message is refused at its first problem. `fail`: only an unusable number, name or text refuses; a
   * message with another problem is planned with its `failure`, after its text was checked.
   */
  readonly onProblem: 'refuse' | 'fail';
  /** With `fail`: a country that is not open or has no price refuses, too. */
  readonly refuseCountry?: boolean;
  readonly channelOf: (recipient: Recipient) => string;
  readonly lineOf: (recipient: Recipient) => SenderLine | Refused;
  readonly zoneOf: (recipient: Recipient) => ZoneRule;
  readonly contentOf: (recipient: Recipient) => Content | Refused;
  /** Undefined: the text matches no template, so it is advertising. `chosen` is undefined only with `fail`. */
  readonly typeOf: (recipient: Recipient, content: Content, chosen: ChosenSender | undefined) => TextType | undefined;
  /** Whether a text without a template may be sent to this number. */
  readonly isSessionOpen: (
    recipient: Recipient,
    content: Content,
    destination: string,
    chosen: ChosenSender | undefined,
  ) => boolean;
};

export type Planned<Content extends PlannedContent> = {
  readonly kind: 'planned';
  readonly destination: string;
  readonly brandId: number;
  readonly country: string;
  readonly content: Content;
  readonly offer: Offer;
  readonly templateId: number | undefined;
  /** With `fail`: the error with which the message fails immediately. */
  readonly failure: Refused | undefined;
};

/** `at`: the position in the request. */
export function planMessage<Recipient extends { readonly destination: string }, Content extends PlannedContent>(
  planner: Planner<Recipient, Content>,
  recipient: Recipient,
  at: number,
): Planned<Content> | Refused {
  const destination = normalizeDestination(recipient.destination);
  if (destination === undefined) return NOT_A_NUMBER;
  const refuses = planner.onProblem === 'refuse';
  const number =
    refuses && planner.blocked.numbers.has(destination)
      ? NUMBER_BLOCKED
      : checkNumber(planner.numbers, planner.channelOf(recipient), destination, at);
  const problem = isRefused(number) ? number : undefined;
  const facts = isRefused(number) ? undefined : number;
  if (problem !== undefined && (refuses || problem.errorCode === ERROR.numberUnusable)) return problem;
  const line = planner.lineOf(recipient);
  if (isRefused(line)) return line;
  const chosen = line.choose(facts);
  const senderProblem = refuses ? problemOfSender(planner.blocked, chosen) : undefined;
  if (senderProblem !== undefined) return senderProblem;
  const content = planner.contentOf(recipient);
  if (isRefused(content)) return content;
  const type = planner.typeOf(recipient, content, chosen);
  if (type === undefined && !planner.isSessionOpen(recipient, content, destination, chosen)) return NO_SESSION;
  if (chosen === undefined) return NO_SENDER;
  const timezone = timezoneOf(planner.zoneOf(recipient), facts);
  const offer = line.offer(chosen, number, timezone, type?.trafficType ?? 'PROMO');
  if (offer.isFree && (refuses || planner.refuseCountry === true))
    return isRefused(number) ? { ...NO_PRICE, msg: number.msg } : NO_PRICE;
  return {
    kind: 'planned',
    destination,
    brandId: brandIdOf(facts?.brand),
    country: number?.country ?? HOME_COUNTRY,
    content,
    offer,
    templateId: type?.templateId,
    failure: refuses ? undefined : failureOf(planner.blocked, destination, offer, number),
  };
}

function problemOfSender({ senderIds }: Blocked, chosen: ChosenSender | undefined): Refused | undefined {
  if (chosen === undefined) return NO_SENDER;
  return senderIds.has(chosen.sender.id) ? SENDER_BLOCKED : undefined;
}

/** Block lists precede the number itself. */
function failureOf(
  blocked: Blocked,
  destination: string,
  offer: Offer,
  number: KnownNumber | Refused | undefined,
): Refused | undefined {
  if (blocked.numbers.has(destination)) return NUMBER_BLOCKED;
  if (blocked.senderIds.has(offer.senderId)) return SENDER_BLOCKED;
  if (isRefused(number)) return number;
  return offer.isFree ? NO_PRICE : undefined;
}
