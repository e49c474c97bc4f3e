// Plans single messages before any row is written. Invalid messages are refused here. Messages that a block list or the
// numbering plan forbids are accepted and fail immediately, so that the client is notified as of any other failure.

import type { PricingModel } from '@volley/domain/money/tariff.ts';
import { must } from '@volley/domain/must.ts';
import type { Offer } from '@volley/domain/planning/offer.ts';
import { NO_SENDER, type Refused } from '@volley/domain/planning/refused.ts';
import { openLine, type SenderLine } from '@volley/domain/planning/sender-line.ts';
import { zoneRuleOf } from '@volley/domain/planning/zone-rule.ts';
import { senderNameProblem } from '@volley/domain/senders/sender-name.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { ShortLink } from '@volley/domain/short-links/short-link.ts';
import { inTurns } from '../../platform/in-turns.ts';
import type { Blocked } from '../blacklist/find-blocked.ts';
import type { SessionsFound } from '../inbound/open-sessions.ts';
import { type Planned, type Planner, planMessage, type TextType } from '../messages/planning/plan-message.ts';
import type { PlanningBook } from '../messages/planning/plan-messages.ts';
import { type NamesFound, type NameUse, nameKey } from '../senders/named-senders.ts';
import type { TemplateMatcher } from '../templates/match-templates.ts';
import type { SendItem, SendOrigin, SendResult } from './send.ts';
import { contentOf, type PlannedSendContent, type Shortening } from './send-content.ts';

export type SendRules = Shortening & {
  readonly names: NamesFound;
  readonly blocked: Blocked;
  readonly templates: TemplateMatcher;
  readonly routing: 'fallback' | 'strict';
  readonly hostNetwork: boolean;
  readonly testMode: boolean;
  /** Whether the account may send to a country. */
  readonly isOpen: (country: string) => boolean;
  readonly volumeOf: (brand: number, model: PricingModel) => number;
  readonly isSessionOpen: SessionsFound;
  readonly origin: SendOrigin;
};

export type PlannedSend = {
  /** Its index in the call. */
  readonly at: number;
  readonly item: SendItem;
  readonly destination: string;
  readonly brandId: number;
  /** Null: unknown. */
  readonly country: string | null;
  readonly parts: number;
  readonly text: string;
  readonly links: readonly ShortLink[];
  readonly templateId: number | null;
  readonly offer: Offer;
  readonly shared: boolean;
  /** The sender is not approved yet; this use approves it. */
  readonly firstUse: boolean;
  /** Non-null: the message fails immediately with this error. */
  readonly errorCode: number | null;
};

/** Refusals by index in the call. */
export type SendPlan = {
  readonly accepted: readonly PlannedSend[];
  readonly refused: ReadonlyMap<number, RefusedSend>;
};

export type RefusedSend = Exclude<SendResult, { readonly code: 201 }>;

export const refusal = (code: RefusedSend['code'], errorCode: number, msg: string): RefusedSend => ({
  code,
  messageUuid: null,
  errorCode,
  msg,
});

export async function planSends(book: PlanningBook, rules: SendRules, items: readonly SendItem[]): Promise<SendPlan> {
  const lines = new SendLines(book, rules);
  const planner = openPlanner(book, rules, lines);
  const accepted: PlannedSend[] = [];
  const refused = new Map<number, RefusedSend>();
  await inTurns(items, (item, at) => {
    const planned = planMessage(planner, item, at);
    if (planned.kind === 'refused') refused.set(at, refusalOf(planned));
    else accepted.push(sendOf(planned, must(lines.find(item), `line of message ${at}`).use, at));
  });
  return { accepted, refused };
}

/** Messages above a limit are refused with `result`; the order of the call decides. */
export function splitSends(
  planned: readonly PlannedSend[],
  fits: (send: PlannedSend) => boolean,
  result: RefusedSend,
): SendPlan {
  const accepted: PlannedSend[] = [];
  const refused = new Map<number, RefusedSend>();
  for (const send of planned) {
    if (fits(send)) accepted.push(send);
    else refused.set(send.at, result);
  }
  return { accepted, refused };
}

function openPlanner(
  { plan }: PlanningBook,
  rules: SendRules,
  lines: SendLines,
): Planner<SendItem, PlannedSendContent> {
  const { isOpen, testMode, origin, templates } = rules;
  const ownType: TextType | undefined = origin.trafficType && { trafficType: origin.trafficType };
  return {
    numbers: { plan, isOpen, testMode, list: '' },
    blocked: rules.blocked,
    onProblem: 'fail',
    refuseCountry: origin.refuseCountry === true,
    channelOf: ({ channelType }) => channelType,
    lineOf: (item) => lines.find(item)?.line ?? NO_SENDER,
    zoneOf: ({ settings }) => zoneRuleOf(hasWallTimes(settings), settings.useLocalTime),
    contentOf: (item) => contentOf(rules, item),
    // The client's claim is ignored.
    typeOf: (item, { text }) =>
      ownType ?? (templates.isEmpty || lines.find(item)?.use.shared ? undefined : templateOf(templates, item, text)),
    isSessionOpen: (item, _, destination) => rules.isSessionOpen(item, destination),
  };
}

const hasWallTimes = ({ hours, days, localSendTime, localCompletionTime }: SendItem['settings']) =>
  hours !== null || days !== null || localSendTime !== null || localCompletionTime !== null;

/** The template of the text as written, else of the text with short links. */
function templateOf(templates: TemplateMatcher, { channelType, senderName, content }: SendItem, text: string) {
  const written = templates.find(channelType, senderName, content.text);
  return written ?? (text === content.text ? undefined : templates.find(channelType, senderName, text));
}

type NamedLine = { readonly use: NameUse; readonly line: SenderLine };

/** The line of every name of the call; undefined: the name cannot be used. */
class SendLines {
  readonly #book: PlanningBook;
  readonly #rules: SendRules;
  readonly #lines = new Map<string, NamedLine | undefined>();

  constructor(book: PlanningBook, rules: SendRules) {
    this.#book = book;
    this.#rules = rules;
  }

  find(item: SendItem): NamedLine | undefined {
    const key = nameKey(item.channelType, item.senderName);
    const known = this.#lines.get(key);
    if (known !== undefined || this.#lines.has(key)) return known;
    const use = this.#useOf(item);
    const line = use && { use, line: this.#open(use) };
    this.#lines.set(key, line);
    return line;
  }

  #useOf({ channelType, senderName }: SendItem): NameUse | undefined {
    if (channelType === 'VOICECODE' && senderName !== 'voicecode') return undefined;
    if (senderNameProblem(senderName, channelType, undefined) !== undefined) return undefined;
    return this.#rules.names(channelType, senderName);
  }

  #open({ senders, registered }: NameUse): SenderLine {
    const { hostNetwork, volumeOf } = this.#rules;
    // A name without registration is not bound to operators.
    const routing = registered ? this.#rules.routing : 'fallback';
    return openLine({ senders, routing, hostNetwork, volumeOf, tariffs: this.#book.tariffs, isDispatch: false });
  }
}

function sendOf(
  { content, destination, brandId, country, offer, templateId, failure }: Planned<PlannedSendContent>,
  { senders, shared }: NameUse,
  at: number,
): PlannedSend {
  const { item, parts, text, links } = content;
  return {
    at,
    item,
    destination,
    brandId,
    country,
    parts,
    text,
    links,
    templateId: templateId ?? null,
    offer,
    shared,
    firstUse: senders.some(({ id, status }) => id === offer.senderId && status !== 'APPROVED'),
    errorCode: failure?.errorCode ?? null,
  };
}

const NAME_UNAVAILABLE = refusal(403, ERROR.senderUnavailable, 'Sender name is not available');

function refusalOf({ errorCode, msg }: Refused): RefusedSend {
  if (errorCode === ERROR.senderUnavailable) return NAME_UNAVAILABLE;
  return refusal(errorCode === ERROR.notFound ? 404 : 400, errorCode, msg);
}
