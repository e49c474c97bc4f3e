// Events of the messaging API for moved messages. A message that moved from CREATED to a final status was sent as well:
// both events, in order. A price event follows when the price is first known and when it changes.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { EventBatch, MessageEvent } from '../callbacks/feed/message-event.ts';
import type { MovedLine, MovedRow } from '../messages/move-messages.sql.ts';
import type { ProgressedDispatch } from '../queue/strands/progress.sql.ts';

const { SENT, DELIVERED } = MESSAGE_STATUS_CODES;

export function messageEventsOf(dispatch: ProgressedDispatch, rows: readonly MovedRow[]): EventBatch[] {
  if (dispatch.kind === 'PARTNER') return [];
  const events = rows.flatMap((row) =>
    // MovedLine as JSON, written by the statement that moved the messages.
    (row.events ?? '').split('\n').flatMap((line) => (line === '' ? [] : eventsOf(dispatch, row, JSON.parse(line)))),
  );
  if (events.length === 0) return [];
  return [
    {
      companyId: dispatch.company_id,
      endpointId: dispatch.callback_endpoint_id,
      wanted: dispatch.callback_events,
      events,
    },
  ];
}

function eventsOf(
  { channel_type: channelType, currency }: ProgressedDispatch,
  row: MovedRow,
  line: MovedLine,
): MessageEvent[] {
  const [messageUuid, externalMessageId, cascadeRoot, cascadeStep, sentMs, finalMs, errorCode, parts, first, last] =
    line;
  const verificationUuid = line[10];
  const message = {
    messageUuid,
    channelType,
    ...(externalMessageId !== null && { externalMessageId }),
    ...(cascadeRoot !== null && { cascadeRoot }),
    ...(cascadeStep !== null && { cascadeStep }),
    ...(verificationUuid !== null && { verificationUuid }),
  };
  const price = (atMs: number, micros: string): MessageEvent => ({
    ...message,
    kind: 'price',
    atMs,
    parts,
    priceMicros: BigInt(micros),
    currency,
  });
  const events: MessageEvent[] = [];
  if (row.was_sent) events.push({ ...message, kind: 'sent', status: 'sent', atMs: sentMs }, price(sentMs, first));
  if (row.status === SENT) return events;
  const status = row.status === DELIVERED ? 'delivered' : sentMs > 0 ? 'undelivered' : 'unsent';
  events.push({
    ...message,
    kind: 'delivered',
    status,
    atMs: finalMs,
    ...(row.status !== DELIVERED && { errorCode }),
  });
  if (sentMs === 0 || first !== last) events.push(price(finalMs, last));
  return events;
}
