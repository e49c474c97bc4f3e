// Callback events of one message and the responses of the target. Events of the messaging API have numbers, and
// requests store the numbers they contained. Events of the partner API have none: all requests of the same minute are
// shown, with `precision: 'time'`.
import type { Tx } from '../../../platform/database/database.ts';
import { unpackMessageEvents } from '../../callbacks/feed/message-event.ts';
import { unpackEvents } from '../../callbacks/feed/queue-events.ts';
import {
  type AttemptRow,
  findNextTry,
  selectAttemptsAround,
  selectAttemptsOfNumber,
  selectFeedOf,
  selectWaitingBatches,
} from './message-callbacks.sql.ts';
import type { CardRow } from './message-card.sql.ts';

export type ShownCallbackEvent = {
  readonly kind: string;
  readonly at: Date;
  readonly number: number | null;
  readonly isWaiting: boolean;
  readonly nextTryAt: Date | null;
  readonly attempts: readonly AttemptRow[];
};

export type MessageCallbacks = {
  readonly url: string | null;
  readonly endpointId: number | null;
  readonly wanted: readonly string[];
  readonly precision: 'event' | 'time';
  readonly events: readonly ShownCallbackEvent[];
};

type SubjectMessage = {
  readonly id: string;
  readonly companyId: number;
  readonly sentAt: Date | null;
  readonly finalAt: Date | null;
  readonly isDelivered: boolean;
  readonly isFailed: boolean;
  /** Times of all its events. */
  readonly times: readonly Date[];
};

export async function findCallbacks(tx: Tx, card: CardRow, message: SubjectMessage): Promise<MessageCallbacks> {
  const isPartner = card.kind === 'PARTNER';
  return {
    url: card.callback_url,
    endpointId: card.callback_endpoint_id,
    wanted: card.callback_events,
    precision: isPartner ? 'time' : 'event',
    events: isPartner ? await partnerEvents(tx, card, message) : await feedEvents(tx, card, message),
  };
}

async function partnerEvents(tx: Tx, card: CardRow, { id, ...message }: SubjectMessage): Promise<ShownCallbackEvent[]> {
  const targetId = card.callback_endpoint_id;
  if (targetId === null) return [];
  const waiting = (await selectWaitingBatches(tx, targetId, id)).flatMap((row) =>
    unpackEvents(row.events)
      .filter(({ messageUuid }) => messageUuid === id)
      .map(({ kind }) => ({ kind, nextTryAt: row.next_try_at })),
  );
  const happened = [
    { kind: 'sent', at: message.sentAt },
    { kind: 'delivered', at: message.isDelivered ? message.finalAt : null },
    { kind: 'failed', at: message.isFailed ? message.finalAt : null },
  ];
  const events: ShownCallbackEvent[] = [];
  for (const { kind, at } of happened) {
    if (at === null || !card.callback_events.includes(kind)) continue;
    const next = waiting.find((event) => event.kind === kind);
    const attempts = await selectAttemptsAround(tx, targetId, at);
    events.push({
      kind,
      at,
      number: null,
      isWaiting: next !== undefined,
      nextTryAt: next?.nextTryAt ?? null,
      attempts,
    });
  }
  return events;
}

async function feedEvents(
  tx: Tx,
  card: CardRow,
  { id, companyId, times }: SubjectMessage,
): Promise<ShownCallbackEvent[]> {
  const targetId = card.callback_endpoint_id;
  const rows = await selectFeedOf(tx, companyId, id, times);
  const numbered = rows.flatMap(({ first, events }) =>
    unpackMessageEvents(events)
      .map((event, at) => ({ event, number: first + at }))
      .filter(({ event }) => event.messageUuid === id),
  );
  const shown: ShownCallbackEvent[] = [];
  for (const { event, number } of numbered) {
    const at = new Date(event.atMs);
    const isWanted = targetId !== null && card.callback_events.includes(event.kind);
    const nextTryAt = isWanted ? await findNextTry(tx, targetId, number) : undefined;
    const attempts = isWanted ? await selectAttemptsOfNumber(tx, targetId, number, at) : [];
    shown.push({
      kind: event.kind,
      at,
      number,
      isWaiting: nextTryAt !== undefined,
      nextTryAt: nextTryAt ?? null,
      attempts,
    });
  }
  return shown;
}
