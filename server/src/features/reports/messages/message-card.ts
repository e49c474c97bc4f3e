// All stored facts about one message, gathered from the features that own them. Only the gaps between times are
// calculated.

import { type PartnerReason, partnerReasons } from '@volley/domain/links/link-order.ts';
import { must } from '@volley/domain/must.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { CascadeCondition } from '@volley/domain/sending/cascade.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { type MessageState, stateOfStatus } from '@volley/domain/sending/message-state.ts';
import { messageStatusOfCode } from '@volley/domain/sending/message-status.ts';
import { segmentText, type TextEncoding } from '@volley/domain/text/text-segmentation.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openReferenceBook } from '../../messages/planning/reference-book.ts';
import { findCallbacks, type MessageCallbacks } from './message-callbacks.ts';
import {
  type CardRow,
  findCard,
  findListed,
  type ShortLinkRow,
  selectCascade,
  selectShortLinks,
} from './message-card.sql.ts';
import { asListed, type ListedMessage } from './message-list.ts';
import { explainSender, type SenderReason } from './message-reason.ts';

export type TimelineStep = {
  readonly step: 'created' | 'queued' | 'sent' | 'delivered' | 'failed' | 'read' | 'unread' | 'click';
  readonly at: Date;
  readonly gapMs: number | null;
  readonly detail: string | null;
};

export type CascadePlace = {
  readonly step: number;
  readonly messageUuid: string | null;
  readonly channelType: ChannelType;
  readonly senderName: string;
  readonly state: MessageState | null;
  readonly condition: CascadeCondition | null;
  readonly isThis: boolean;
};

export type MessageCard = {
  readonly message: ListedMessage;
  /** Account of the message; null for a dispatch of the partner API. */
  readonly accountId: number | null;
  readonly senderId: number | null;
  /** The provider's own code of a failure. */
  readonly providerCode: string | null;
  readonly encoding: TextEncoding | null;
  readonly isTextRemoved: boolean;
  readonly tags: readonly string[];
  readonly sendingMethod: string | null;
  readonly startsAt: Date | null;
  readonly timeline: readonly TimelineStep[];
  readonly reason: SenderReason | null;
  /** Every open link costs more than the client pays; it fails at the end. */
  readonly routeWait: { readonly since: Date; readonly endsAt: Date } | null;
  /** Null: not handed to a link yet, or no longer stored. */
  readonly route: { readonly passed: readonly PartnerReason[]; readonly moves: number } | null;
  readonly callbacks: MessageCallbacks | null;
  readonly cascade: readonly CascadePlace[];
  readonly links: readonly ShortLinkRow[];
};

export async function getMessageCard({ db }: Pick<Platform, 'db'>, actor: Actor, uuid: string): Promise<MessageCard> {
  const { plan } = await openReferenceBook(db);
  return read(db, async (tx) => {
    const row = await findListed(tx, actor.partnerId, uuid);
    if (row === undefined) throw new Refusal('not-found', { kind: 'Message', id: uuid });
    const message = asListed(row);
    const card = row.inbound ? undefined : await findCard(tx, uuid);
    if (card === undefined) return replyCard(message);
    const links = await selectShortLinks(tx, uuid);
    const { destination, operator } = message;
    const timeline = timelineOf(message, card, links);
    return {
      message,
      accountId: card.account_id,
      senderId: card.sender_id,
      providerCode: message.state === 'failed' ? card.provider_code : null,
      encoding: message.channelType === 'SMS' && message.text !== '' ? segmentText(message.text).encoding : null,
      isTextRemoved: card.is_text_removed,
      tags: card.tags ?? [],
      sendingMethod: card.sending_method,
      startsAt: card.starts_at,
      timeline,
      reason: await explainSender(tx, card, { plan, destination, brand: operator }),
      routeWait: routeWaitOf(card),
      route: card.hops === null ? null : { passed: partnerReasons(card.choice?.passed ?? []), moves: card.hops },
      callbacks: await callbacksOf(tx, card, message, timeline),
      cascade: await cascadeOf(tx, card, message),
      links,
    };
  });
}

function replyCard(message: ListedMessage): MessageCard {
  return {
    message,
    accountId: message.company.id,
    senderId: null,
    providerCode: null,
    encoding: null,
    isTextRemoved: false,
    tags: [],
    sendingMethod: null,
    startsAt: null,
    timeline: withGaps([{ step: 'created', at: message.createdAt, detail: null }]),
    reason: null,
    routeWait: null,
    route: null,
    callbacks: null,
    cascade: [],
    links: [],
  };
}

function routeWaitOf({ route_wait_since: since, route_wait_ends: endsAt }: CardRow): MessageCard['routeWait'] {
  return since === null || endsAt === null ? null : { since, endsAt };
}

function callbacksOf(tx: Tx, card: CardRow, message: ListedMessage, timeline: readonly TimelineStep[]) {
  return findCallbacks(tx, card, {
    id: message.messageUuid,
    companyId: message.company.id,
    sentAt: message.sentAt,
    finalAt: message.finalAt,
    isDelivered: message.state === 'delivered',
    isFailed: message.state === 'failed',
    times: timeline.map(({ at }) => at),
  });
}

type Step = Omit<TimelineStep, 'gapMs'>;

function timelineOf(message: ListedMessage, card: CardRow, links: readonly ShortLinkRow[]): TimelineStep[] {
  const { createdAt, sentAt, finalAt, state, errorCode } = message;
  const at = (step: Step['step'], time: Date | null, detail: string | null = null): Step[] =>
    time === null ? [] : [{ step, at: time, detail }];
  // A message added to a running dispatch is queued at once.
  const queuedAt = card.started_at === null ? null : card.started_at > createdAt ? card.started_at : createdAt;
  const isFinal = state === 'delivered' || state === 'failed';
  return withGaps([
    ...at('created', createdAt),
    ...at('queued', queuedAt),
    ...at('sent', sentAt),
    ...(isFinal ? at(state, finalAt, errorCode === null ? null : String(errorCode)) : []),
    ...at(card.read_status === 1 ? 'read' : 'unread', card.read_known_at),
    ...links.flatMap((link) => at('click', link.first_click_at, link.url)),
  ]);
}

function withGaps(steps: readonly Step[]): TimelineStep[] {
  return steps
    .toSorted((left, right) => left.at.getTime() - right.at.getTime())
    .map((step, place, all) => {
      const before = all[place - 1];
      return { ...step, gapMs: before === undefined ? null : step.at.getTime() - before.at.getTime() };
    });
}

/** The steps that were sent, then those that may follow this message. */
async function cascadeOf(tx: Tx, card: CardRow, message: ListedMessage): Promise<CascadePlace[]> {
  if (card.cascade_root === null) return [];
  const sent = await selectCascade(tx, card.cascade_root);
  const last = sent.at(-1)?.step ?? 0;
  const own = card.cascade_step ?? 0;
  const coming = (card.cascade ?? []).map((step, at) => ({ ...step, step: own + at + 1 }));
  return [
    ...sent.map(
      (row): CascadePlace => ({
        step: row.step,
        messageUuid: row.id,
        channelType: row.channel_type as ChannelType, // only values of ChannelType are stored
        senderName: row.sender_name,
        state: stateOfStatus(must(messageStatusOfCode(row.status), `message status ${row.status}`)),
        condition: null,
        isThis: row.id === message.messageUuid,
      }),
    ),
    ...coming
      .filter(({ step }) => step > last)
      .map(
        ({ step, channelType, senderName, condition }): CascadePlace => ({
          step,
          messageUuid: null,
          channelType: channelType as ChannelType, // as above
          senderName,
          state: null,
          condition,
          isThis: false,
        }),
      ),
  ];
}
