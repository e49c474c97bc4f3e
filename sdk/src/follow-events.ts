// The feed of an account as a loop: every event once and in order, starting after a given number.
import type { Client } from './client.ts';
import { VolleyError } from './errors/volley-error.ts';
import type { Event } from './generated/messaging.ts';

export type FeedOptions = {
  /** The last processed number; 0: from the beginning. Store it together with the results of the events. */
  readonly after?: number;
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** `false`: ends after all present events. */
  readonly wait?: boolean;
};

/** The consumer was away for too long: older events are deleted. Use lists of messages to catch up. */
export class EventsRemoved extends VolleyError {
  override readonly name = 'EventsRemoved';
  readonly firstNumber: number;

  constructor(after: number, firstNumber: number) {
    super(`events ${after + 1} to ${firstNumber - 1} are no longer stored`, {
      reason: 'events-removed',
      hint: 'Read the messages of the gap with messages.list, then follow the feed from `firstNumber` - 1.',
    });
    this.firstNumber = firstNumber;
  }
}

const WAIT_SECONDS = 20;

/** Non-empty arrays of events. */
export async function* followEvents(
  client: Pick<Client, 'events'>,
  { after = 0, limit = 100, signal, wait = true }: FeedOptions = {},
): AsyncGenerator<readonly Event[]> {
  for (let last = after; signal?.aborted !== true; ) {
    const query = { after: last, limit, wait: wait ? WAIT_SECONDS : 0 };
    const { items, firstNumber } = await client.events.list(query, signal && { signal });
    if (firstNumber !== null && firstNumber > last + 1 && last > 0) throw new EventsRemoved(last, firstNumber);
    if (items.length === 0 && !wait) return;
    if (items.length > 0) yield items;
    last = items.at(-1)?.event_number ?? last;
  }
}
