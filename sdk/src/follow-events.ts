// The feed of an account as a loop: every event once and in order, from the number after which it is asked on.
import type { MessagingCallback } from '@volley/contract/callbacks/messaging-callbacks.ts';
import { listEvents } from '@volley/contract/messaging/events.ts';
import type { Client } from './client.ts';

export type FeedOptions = {
  /** The last number that was seen; 0 from the beginning. Keep it together with what you make of the events. */
  readonly after?: number;
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** `false` ends when everything was read. */
  readonly wait?: boolean;
};

/** Away for too long: the events between are no longer kept, and lists of messages are the way to catch up. */
export class EventsRemoved extends Error {
  override readonly name = 'EventsRemoved';
  readonly firstNumber: number;

  constructor(after: number, firstNumber: number) {
    super(`events ${after + 1} to ${firstNumber - 1} are no longer kept`);
    this.firstNumber = firstNumber;
  }
}

const WAIT_SECONDS = 20;

/** Arrays of events, none of them empty. */
export async function* followEvents(
  client: Client,
  { after = 0, limit = 100, signal, wait = true }: FeedOptions = {},
): AsyncGenerator<readonly MessagingCallback[]> {
  for (let last = after; signal?.aborted !== true; ) {
    const query = { after: last, limit, wait: wait ? WAIT_SECONDS : 0 };
    const { items, firstNumber } = await client.call(listEvents, { query, ...(signal && { signal }) });
    if (firstNumber !== null && firstNumber > last + 1 && last > 0) throw new EventsRemoved(last, firstNumber);
    if (items.length === 0 && !wait) return;
    if (items.length > 0) yield items as readonly MessagingCallback[];
    last = items.at(-1)?.event_number ?? last;
  }
}
