// What has just moved, as events of the messaging API. A message that went straight to its end has been sent as
// well: both events, in their order. The price is told when it is first known, and again when it has changed.
import { MESSAGE_STATUS_CODES } from '@volley/domain/message-status.ts';
import type { EventBatch, MessageEvent } from '../callbacks/message-event.ts';
import type { ProgressedDispatch } from '../dispatches/progress.ts';
import type { MovedLine, MovedRow } from '../messages/move-messages.ts';

const { SENT, DELIVERED } = MESSAGE_STATUS_CODES;

export function messageEventsOf(dispatch: ProgressedDispatch, rows: readonly MovedRow[]): EventBatch[] {
  if (dispatch.kind === 'PARTNER') return [];
  const events = rows.flatMap((row) =>
    // Written by the statement that moved them.
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
  const of = {
    messageUuid,
    channelType,
    ...(externalMessageId !== null && { externalMessageId }),
    ...(cascadeRoot !== null && { cascadeRoot }),
    ...(cascadeStep !== null && { cascadeStep }),
  };
  const price = (atMs: number, micros: string): MessageEvent => ({
    ...of,
    kind: 'price',
    atMs,
    parts,
    priceMicros: BigInt(micros),
    currency,
  });
  const events: MessageEvent[] = [];
  if (row.was_sent) events.push({ ...of, kind: 'sent', status: 'sent', atMs: sentMs }, price(sentMs, first));
  if (row.status === SENT) return events;
  const status = row.status === DELIVERED ? 'delivered' : sentMs > 0 ? 'undelivered' : 'unsent';
  events.push({
    ...of,
    kind: 'delivered',
    status,
    atMs: finalMs,
    ...(row.status !== DELIVERED && { errorCode }),
  });
  if (sentMs === 0 || first !== last) events.push(price(finalMs, last));
  return events;
}
