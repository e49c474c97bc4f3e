// Plans the recipients of a dispatch of the messaging API before any row is written. Unlike in the partner API, a
// message may have its own short links, content other than text, and further steps; the answer has an entry per
// recipient, in the order of the call.

import { must } from '@volley/domain/must.ts';
import type { PriceRules } from '@volley/domain/planning/offer.ts';
import type { Refused } from '@volley/domain/planning/refused.ts';
import { openLine } from '@volley/domain/planning/sender-line.ts';
import type { ZoneRule } from '@volley/domain/planning/zone-rule.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { ShortLink } from '@volley/domain/short-links/short-link.ts';
import { inTurns } from '../../../platform/in-turns.ts';
import type { Blocked } from '../../blacklist/find-blocked.ts';
import type { SessionsFound } from '../../inbound/open-sessions.ts';
import { type Planned, type Planner, planMessage } from '../../messages/planning/plan-message.ts';
import type { PlanningBook } from '../../messages/planning/plan-messages.ts';
import { messageOf, type PlannedMessage } from '../../messages/planning/planned-message.ts';
import { withText } from '../../messages/planning/special-content.ts';
import type { StoredStep } from '../../messages/stored-step.ts';
import type { SpecialContent } from '../../queue/batches/batch.ts';
import type { NameUse } from '../../senders/named-senders.ts';
import type { TemplateMatcher } from '../../templates/match-templates.ts';
import {
  type ContentRules,
  contentReader,
  type DispatchRecipient,
  type RecipientContent,
} from './recipient-content.ts';

export type RecipientRules = ContentRules & {
  readonly channelType: ChannelType;
  readonly senderName: string;
  readonly steps: readonly StoredStep[];
  readonly name: NameUse;
  readonly blocked: Blocked;
  readonly templates: TemplateMatcher;
  readonly isSessionOpen: SessionsFound;
  readonly routing: 'fallback' | 'strict';
  readonly hostNetwork: boolean;
  readonly testMode: boolean;
  /** Whether the account may send to a country. */
  readonly isOpen: (country: string) => boolean;
  readonly zone: ZoneRule;
  readonly volumeOf: PriceRules['volumeOf'];
};

export type PlannedRecipient = {
  readonly message: PlannedMessage;
  readonly links: readonly ShortLink[];
  /** Null: the content of the dispatch. */
  readonly special: SpecialContent | null;
  readonly steps: readonly StoredStep[];
  readonly externalMessageId: string | null;
};

/** Per recipient, in order: its plan, or its refusal. */
export type RecipientPlan = readonly (PlannedRecipient | Refused)[];

export async function planRecipients(
  book: PlanningBook,
  rules: RecipientRules,
  recipients: readonly DispatchRecipient[],
): Promise<RecipientPlan> {
  const planner = openPlanner(book, rules);
  const plan: (PlannedRecipient | Refused)[] = [];
  await inTurns(recipients, (recipient, at) => {
    const planned = planMessage(planner, recipient, at);
    plan.push(planned.kind === 'refused' ? planned : plannedRecipient(rules, planned, recipient));
  });
  return plan;
}

function openPlanner(
  { plan, tariffs }: PlanningBook,
  rules: RecipientRules,
): Planner<DispatchRecipient, RecipientContent> {
  const { name, channelType, senderName, hostNetwork, volumeOf, isOpen, testMode, special } = rules;
  // A name without registration is not bound to operators.
  const routing = name.registered ? rules.routing : 'fallback';
  const line = openLine({ senders: name.senders, routing, hostNetwork, volumeOf, tariffs, isDispatch: true });
  return {
    numbers: { plan, isOpen, testMode, list: '' },
    blocked: rules.blocked,
    onProblem: 'refuse',
    channelOf: () => channelType,
    lineOf: () => line,
    zoneOf: () => rules.zone,
    contentOf: contentReader(rules),
    typeOf: (_, { original }) => rules.templates.find(channelType, senderName, original),
    isSessionOpen: (_, { original }, destination) =>
      rules.isSessionOpen({ channelType, senderName, content: { text: original, special } }, destination),
  };
}

function plannedRecipient(
  { text, steps }: RecipientRules,
  planned: Planned<RecipientContent>,
  { externalMessageId }: DispatchRecipient,
): PlannedRecipient {
  const { content } = planned;
  return {
    message: messageOf(planned, text),
    links: content.links,
    special: content.text === text ? null : content.special,
    steps: steps.map((step, place) => withStepText(step, must(content.following[place], `text of step ${place}`))),
    externalMessageId: externalMessageId ?? null,
  };
}

function withStepText(step: StoredStep, text: string): StoredStep {
  const { special } = step.content;
  return { ...step, content: { text, special: special === null ? null : withText(special, text) } };
}
