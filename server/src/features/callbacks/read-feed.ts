// The numbered feed of a company. Numbers have no gaps, so who reads on from the last number he has seen misses
// nothing and can tell that he did not.
import type { KeyActor } from '@volley/domain/actor.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FeedRow, selectBounds, selectFeed } from './events.sql.ts';
import { type MessageEvent, unpackMessageEvents } from './message-event.ts';

export type NumberedEvent = { readonly number: number; readonly event: MessageEvent };

export type FeedPage = {
  readonly events: readonly NumberedEvent[];
  /** The oldest number that is still kept, or the next when none is; null before the first event. */
  readonly firstNumber: number | null;
  readonly lastNumber: number;
};

export function readFeed(
  { db }: Pick<Platform, 'db'>,
  { companyId }: Pick<KeyActor, 'companyId'>,
  { after, limit }: { after: number; limit: number },
): Promise<FeedPage> {
  return read(db, async (tx) => {
    const { first, last } = await selectBounds(tx, companyId);
    const from = Math.max(after + 1, first ?? 1);
    // What is numbered between the two statements is left for the next page.
    const below = Math.min(from + limit, last + 1);
    const rows = first === null || from >= below ? [] : await selectFeed(tx, companyId, { from, below });
    const events = rows.flatMap(numbered).filter(({ number }) => number >= from && number < below);
    return { events, firstNumber: first ?? (last > 0 ? last + 1 : null), lastNumber: last };
  });
}

export function numbered({ first, events }: Pick<FeedRow, 'first' | 'events'>): NumberedEvent[] {
  return unpackMessageEvents(events).map((event, at) => ({ number: first + at, event }));
}
