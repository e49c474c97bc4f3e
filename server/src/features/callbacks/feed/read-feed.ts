// The numbered feed of a company. Numbers are gapless, so a reader that continues after the last number it has seen
// misses no event and can verify it. A reader of verifications sees only their events, so its numbers have gaps; the
// bounds of the feed are then those of its own events, because the numbers of others would tell how many there are.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  type FeedRow,
  selectBounds,
  selectFeed,
  selectVerificationBounds,
  selectVerificationFeed,
} from './events.sql.ts';
import { type MessageEvent, unpackMessageEvents } from './message-event.ts';

export type NumberedEvent = { readonly number: number; readonly event: MessageEvent };

type Bounds = {
  /** The oldest stored number, or the next number if none is stored; null before the first event. */
  readonly firstNumber: number | null;
  readonly lastNumber: number;
};

export type FeedPage = Bounds & { readonly events: readonly NumberedEvent[] };

export type FeedReader = Pick<KeyActor, 'companyId' | 'type'>;

export function readFeed(
  { db }: Pick<Platform, 'db'>,
  reader: FeedReader,
  { after, limit }: { after: number; limit: number },
): Promise<FeedPage> {
  const { companyId } = reader;
  return read(db, async (tx) => {
    const { first, last } = await selectBounds(tx, companyId);
    const from = Math.max(after + 1, first ?? 1);
    // Events numbered between the two statements come with the next page.
    const below = readsOnlyCodes(reader) ? last + 1 : Math.min(from + limit, last + 1);
    const rows = first === null || from >= below ? [] : await selectRows(tx, reader, { from, below, limit });
    const events = rows
      .flatMap(numbered)
      .filter(({ number, event }) => number >= from && number < below && maySee(reader, event))
      .slice(0, limit);
    return { events, ...(await boundsFor(tx, reader, { first, last, after })) };
  });
}

/**
 * A reader of verifications that has read up to `after` has missed nothing while the feed holds the next number, so its
 * first number is at most that one, though its own next event may be far behind.
 */
async function boundsFor(
  tx: Tx,
  reader: FeedReader,
  { first, last, after }: { first: number | null; last: number; after: number },
): Promise<Bounds> {
  if (!readsOnlyCodes(reader)) return { firstNumber: first ?? (last > 0 ? last + 1 : null), lastNumber: last };
  const own = await selectVerificationBounds(tx, reader.companyId, last);
  const isWhole = first !== null && first <= after + 1;
  const firstNumber = own.first !== null && isWhole ? Math.min(own.first, after + 1) : own.first;
  // Never before the number that the reader has seen, also when its last event is removed.
  return { firstNumber, lastNumber: Math.max(own.last, Math.min(after, last)) };
}

const readsOnlyCodes = ({ type }: FeedReader) => type === 'VERIFIER';

export const maySee = (reader: FeedReader, { verificationUuid }: MessageEvent) =>
  !readsOnlyCodes(reader) || verificationUuid !== undefined;

function selectRows(tx: Tx, reader: FeedReader, range: { from: number; below: number; limit: number }) {
  const select = readsOnlyCodes(reader) ? selectVerificationFeed : selectFeed;
  return select(tx, reader.companyId, range);
}

export function numbered({ first, events }: Pick<FeedRow, 'first' | 'events'>): NumberedEvent[] {
  return unpackMessageEvents(events).map((event, at) => ({ number: first + at, event }));
}
