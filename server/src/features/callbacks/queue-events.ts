// Callback events are written in the transaction that made them happen, one row for all events of a
// dispatch in that transaction. An event is a line: kind, message, number, time, error code.
import type { Tx } from '../../platform/database.ts';
import { insertCallbackBatches, type QueuedEvents } from './callbacks.sql.ts';

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
    const [letter = '', messageUuid = '', destination = '', atMs, errorCode] = line.split(' ');
    return {
      kind: KINDS[letter] ?? 'failed',
      messageUuid,
      destination,
      atMs: Number(atMs),
      errorCode: Number(errorCode),
    };
  });
}

export async function queueEvents(tx: Tx, queued: readonly QueuedEvents[]): Promise<void> {
  if (queued.length > 0) await insertCallbackBatches(tx, queued);
}
