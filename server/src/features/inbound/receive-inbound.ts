// Stores inbound messages, opens the sessions in which subscribers on WHATSAPP may be answered and records events for
// the company, in one transaction. Providers repeat messages: a known message changes nothing.

import type { NumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import { chooseInboundRule } from '@volley/domain/sending/inbound-rule.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { uuidV7 } from '../../platform/uuid-v7.ts';
import type { EventBatch } from '../callbacks/feed/message-event.ts';
import { recordEvents } from '../callbacks/feed/record-events.ts';
import { openReferenceBook } from '../messages/planning/reference-book.ts';
import { findRecipients, type Recipient } from './find-recipients.ts';
import { type InboundRow, insertInbound, upsertSessions } from './inbound.sql.ts';
import { inboundItem } from './inbound-item.ts';
import type { InboundMessage } from './inbound-message.ts';
import { type ChosenRule, selectRulesOfCompanies } from './rules.sql.ts';
import { traceInbound } from './trace-inbound.ts';

const TEXT_LENGTH_MAX = 65_536;

type DropReason = 'unknown-sender' | 'not-enabled' | 'malformed';
type Dropped = { readonly message: InboundMessage; readonly reason: DropReason };
type Accepted = { readonly row: InboundRow; readonly targetId: number | null };

type Needs = Pick<Platform, 'db' | 'config' | 'bus' | 'log' | 'metrics' | 'traces'>;

export async function receiveInbound(
  { db, config, bus, log, metrics, traces }: Needs,
  messages: readonly InboundMessage[],
): Promise<{ received: number; repeated: number; dropped: number }> {
  const startedAt = performance.now();
  const whole = messages.filter(isWhole);
  const malformed = messages.filter((message) => !isWhole(message));
  const { plan } = await openReferenceBook(db);
  const { stored, repeated, refused } = await inTransaction(db, async (tx) => {
    const recipientOf = await findRecipients(tx, whole, config.moderation);
    const all = whole.map((message) => addressed(message, recipientOf(message)));
    const companies = new Set(all.flatMap(({ to }) => to?.companyId ?? []));
    const rules = await selectRulesOfCompanies(tx, [...companies]);
    const accepted = all.flatMap(({ message, to }) => (to === undefined ? [] : [accept(message, to, rules, tx.now)]));
    const inserted = await insertInbound(
      tx,
      accepted.map(({ row }) => row),
    );
    const fresh = accepted.filter(({ row }) => inserted.has(row.id));
    await upsertSessions(
      tx,
      fresh.map(({ row }) => row).filter(({ channelType }) => channelType === 'WHATSAPP'),
    );
    await recordEvents(
      tx,
      fresh.map((message) => eventOf(message, plan)),
    );
    return {
      stored: fresh.map(({ row }) => row),
      repeated: accepted.length - fresh.length,
      refused: all.flatMap(({ message, reason }) => (reason === undefined ? [] : [{ message, reason }])),
    };
  });
  const received = stored.length;
  if (received > 0) bus.wake('notify');
  traceInbound(traces, stored, startedAt);
  const dropped: Dropped[] = [...refused, ...malformed.map((message) => ({ message, reason: 'malformed' as const }))];
  for (const { message, reason } of dropped)
    log.warn({ linkId: message.linkId, senderName: message.senderName, reason }, 'inbound message dropped');
  for (const { reason } of dropped) metrics.count('volley_inbound_total', { result: reason });
  metrics.count('volley_inbound_total', { result: 'received' }, received);
  return { received, repeated, dropped: dropped.length };
}

function isWhole({ destination, providerMessageId, text, sentAtMs }: InboundMessage): boolean {
  return (
    /^[1-9]\d{4,14}$/.test(destination) &&
    providerMessageId !== '' &&
    text.length <= TEXT_LENGTH_MAX &&
    Number.isFinite(sentAtMs)
  );
}

function addressed(
  message: InboundMessage,
  to: Recipient | undefined,
): { message: InboundMessage; to?: Recipient; reason?: DropReason } {
  if (to === undefined) return { message, reason: 'unknown-sender' };
  return to.inboundEnabled ? { message, to } : { message, reason: 'not-enabled' };
}

function accept(
  message: InboundMessage,
  { companyId, defaultCenterId }: Recipient,
  rules: ReadonlyMap<number, readonly ChosenRule[]>,
  now: Date,
): Accepted {
  const rule = chooseInboundRule(rules.get(companyId) ?? [], message.senderName);
  const text = storable(message.text);
  return {
    row: {
      id: uuidV7(now.getTime()),
      companyId,
      linkId: message.linkId,
      providerMessageId: message.providerMessageId,
      createdAt: now,
      // A provider clock that runs ahead must not extend the session.
      sentAt: new Date(Math.min(message.sentAtMs, now.getTime())),
      channelType: message.channelType,
      trafficCenterId: rule?.trafficCenterId ?? defaultCenterId,
      senderName: message.senderName,
      destination: BigInt(message.destination),
      text,
      specialContent: { text, contentType: storable(message.contentType) },
    },
    targetId: rule?.targetId ?? null,
  };
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function eventOf({ row, targetId }: Accepted, plan: NumberingPlan): EventBatch {
  const { id, companyId, channelType, sentAt } = row;
  const item = inboundItem(row, plan);
  return {
    companyId,
    endpointId: targetId,
    wanted: ['inbound_sent'],
    events: [{ kind: 'inbound_sent', messageUuid: id, channelType, atMs: sentAt.getTime(), item }],
  };
}
