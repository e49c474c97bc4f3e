// Queues callback events of the partner API in the transaction that causes them, one row per dispatch. An event is a
// line: kind, message, number, time, error code.
import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { insertCallbackBatches, type QueuedEvents } from '../partner/callbacks.sql.ts';

export type CallbackKind = 'sent' | 'delivered' | 'failed';

export type CallbackEvent = {
  readonly kind: CallbackKind;
  readonly messageUuid: string;
  readonly destination: string;
  readonly atMs: number;
  readonly errorCode: number;
};

const LETTERS = { sent: 's', delivered: 'd', failed: 'f' } as const;
const KINDS: Readonly<Record<string, CallbackKind>> = { s: 'sent', d: 'delivered', f: 'failed' };

export function packEvents(events: readonly CallbackEvent[]): string {
  return events
    .map((event) => `${LETTERS[event.kind]} ${event.messageUuid} ${event.destination} ${event.atMs} ${event.errorCode}`)
    .join('\n');
}

export function unpackEvents(text: string): CallbackEvent[] {
  return text.split('\n').map((line) => {
    const [letter, messageUuid, destination, atMs, errorCode] = line.split(' ');
    return {
      kind: must(KINDS[must(letter, 'kind of a callback event')], 'known kind of a callback event'),
      messageUuid: must(messageUuid, 'message of a callback event'),
      destination: must(destination, 'number of a callback event'),
      atMs: Number(atMs),
      errorCode: Number(errorCode),
    };
  });
}

export async function queueEvents(tx: Tx, queued: readonly QueuedEvents[]): Promise<void> {
  if (queued.length > 0) await insertCallbackBatches(tx, queued);
}
