// Plans the recipients of one call of the partner API before any row is written. Rejected recipients are returned
// beside the accepted messages.

import type { Tariff } from '@volley/domain/money/tariff.ts';
import type { NumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import type { SenderRules } from '@volley/domain/planning/chosen-sender.ts';
import type { ReachRules } from '@volley/domain/planning/known-number.ts';
import { PARTS_MAX, partsOf } from '@volley/domain/planning/message-parts.ts';
import type { PriceRules } from '@volley/domain/planning/offer.ts';
import {
  EMPTY_TEXT,
  missingValue,
  RENDERED_TOO_LONG,
  type Refused,
  TOO_MANY_PARTS,
} from '@volley/domain/planning/refused.ts';
import { openLine } from '@volley/domain/planning/sender-line.ts';
import { compileText } from '@volley/domain/text/text-substitution.ts';
import { inTurns } from '../../../platform/in-turns.ts';
import { type Blocked, NOTHING_BLOCKED } from '../../blacklist/find-blocked.ts';
import type { MatchedTemplate } from '../../templates/match-templates.ts';
import { type PlannedContent, type Planner, planMessage } from './plan-message.ts';
import { messageOf, type PlannedMessage, totalsOf } from './planned-message.ts';
import { type Recipient, recipientText } from './recipient-text.ts';

export type PlanningRules = SenderRules &
  Pick<PriceRules, 'volumeOf'> &
  Omit<ReachRules, 'plan'> & {
    readonly text: string;
    readonly channelType: string;
    readonly blocked?: Blocked;
    /** With a sending schedule each time zone has its own strands. */
    readonly byTimezone: boolean;
    /** The template that a sender's text matches. Absent: the senders have no templates. */
    readonly templateOf?: ((senderId: number, text: string) => MatchedTemplate | undefined) | undefined;
    /** Whether a text without a template may be sent to this number. Absent: to any number. */
    readonly isSessionOpen?: ((senderId: number, destination: string) => boolean) | undefined;
  };

/** `tariffs`: in force for the partner. */
export type PlanningBook = { readonly plan: NumberingPlan; readonly tariffs: readonly Tariff[] };

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
  readonly amountMicros: bigint;
};

/** Yields to the event loop: ten thousand recipients with their own texts take a second. */
export async function planMessages(
  book: PlanningBook,
  rules: PlanningRules,
  recipients: readonly Recipient[],
): Promise<MessagePlan> {
  const planner = openPlanner(book, rules);
  const accepted: PlannedMessage[] = [];
  const rejected: RejectedRecipient[] = [];
  await inTurns(recipients, (recipient, at) => {
    const planned = planMessage(planner, recipient, at);
    if (planned.kind === 'planned') accepted.push(messageOf(planned, rules.text));
    else {
      const { errorCode, msg } = planned;
      rejected.push({ index: at, destination: recipient.destination, errorCode, msg });
    }
  });
  return { accepted, rejected, ...totalsOf(accepted) };
}

function openPlanner({ plan, tariffs }: PlanningBook, rules: PlanningRules): Planner<Recipient, PlannedContent> {
  const { channelType, senders, routing, hostNetwork, volumeOf, isOpen, testMode, isSessionOpen } = rules;
  const line = openLine({ senders, routing, hostNetwork, volumeOf, tariffs, isDispatch: true });
  const zone = rules.byTimezone ? 'recipient' : 'none';
  const templateOf = rules.templateOf && rememberLast(rules.templateOf);
  return {
    numbers: { plan, isOpen, testMode, list: 'messages' },
    blocked: rules.blocked ?? NOTHING_BLOCKED,
    onProblem: 'refuse',
    channelOf: () => channelType,
    lineOf: () => line,
    zoneOf: () => zone,
    contentOf: contentReader(rules.text, channelType),
    typeOf: (_, { text }, chosen) => chosen && templateOf?.(chosen.sender.id, text),
    isSessionOpen: (_, _content, destination, chosen) =>
      chosen === undefined || isSessionOpen?.(chosen.sender.id, destination) !== false,
  };
}

/** Remembers one content: most recipients share a text. */
function contentReader(text: string, channelType: string): (recipient: Recipient) => PlannedContent | Refused {
  const compiled = compileText(text);
  let last: PlannedContent = { text: '', parts: 0 };
  return (recipient) => {
    const rendered = recipientText(compiled, recipient);
    if (!('text' in rendered)) return 'missing' in rendered ? missingValue(rendered.missing) : RENDERED_TOO_LONG;
    if (rendered.text !== last.text) last = { text: rendered.text, parts: partsOf(rendered.text, channelType) };
    if (last.parts === 0) return EMPTY_TEXT;
    return last.parts > PARTS_MAX ? TOO_MANY_PARTS : last;
  };
}

/** Remembers one result: recipients of an operator come in runs, and most recipients share a text. */
function rememberLast(find: NonNullable<PlanningRules['templateOf']>): NonNullable<PlanningRules['templateOf']> {
  let last: { senderId: number; text: string; found: MatchedTemplate | undefined } | undefined;
  return (senderId, text) => {
    if (last?.senderId !== senderId || last.text !== text) last = { senderId, text, found: find(senderId, text) };
    return last.found;
  };
}
