// Replays callbacks of the messaging API out of the feed: an event, the events of a message or of a period, or given-up
// events. A replay starts with a first try and has a day of resends. Receivers recognize events by their numbers.
// Listeners of the feed receive replays too, also of events without a callback target.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { insertReplays, insertReplaysOfPeriod } from '../partner/partner-replays.sql.ts';
import {
  clearProbes,
  type FoundRow,
  type ReplayFilter,
  type RequeuedRange,
  requeueGivenUp,
  requeuePeriod,
  rescheduleBatches,
  rescheduleRanges,
  selectByMessage,
  selectByNumber,
} from './event-replays.sql.ts';
import { exactRanges, rangesOf } from './number-ranges.ts';
import { insertRanges } from './ranges.sql.ts';
import { type NumberedEvent, numbered } from './read-feed.ts';

export type ReplayRequest = { readonly endpointId?: number } & (
  | { readonly what: 'event'; readonly eventNumber: number }
  | { readonly what: 'message'; readonly messageUuid: string }
  | { readonly what: 'period'; readonly from: Date; readonly to: Date }
  | { readonly what: 'given-up'; readonly since?: Date }
  /** Given-up events, and failed events that wait for a resend. */
  | { readonly what: 'failed'; readonly since?: Date }
  /** Events of one callback target by number. */
  | { readonly what: 'numbers'; readonly numbers: string; readonly count: number; readonly endpointId: number }
);

const DAY_MS = 86_400_000;
/** A message may wait a week before it is sent; its events, except late clicks, follow within two days. */
const MESSAGE_DAYS = 9;
const PERIOD_DAYS_MAX = 7;
const UNKNOWN_AGE_DAYS = 30;

/** Returns the number of replayed events. */
export async function replayCallbacks(tx: Tx, companyId: number, request: ReplayRequest): Promise<number> {
  const targetId = request.endpointId ?? null;
  switch (request.what) {
    case 'period':
      checkPeriod(request.from, request.to);
      await insertReplaysOfPeriod(tx, companyId, { from: request.from, to: request.to, targetId });
      return requeuePeriod(tx, companyId, { from: request.from, to: request.to, targetId });
    case 'given-up':
      return replayGivenUp(tx, companyId, { since: request.since ?? null, targetId });
    case 'failed':
      return replayFailed(tx, companyId, { since: request.since ?? null, targetId });
    case 'numbers': {
      const { numbers, count } = request;
      const row = { numbers, count, endpointId: request.endpointId };
      await insertRanges(tx, [row], { attempts: 0, firstTryAt: null, nextTryAt: tx.now });
      await insertReplays(tx, companyId, [numbers]);
      return count;
    }
    case 'event': {
      const rows = await selectByNumber(tx, companyId, request.eventNumber);
      const isMeant = ({ number }: NumberedEvent) => number === request.eventNumber;
      return requeueFound(tx, { companyId, rows, targetId, isMeant });
    }
    case 'message': {
      const { messageUuid } = request;
      const rows = await selectByMessage(tx, companyId, messageUuid, daysOf(messageUuid, tx.now));
      const isMeant = ({ event }: NumberedEvent) => event.messageUuid === messageUuid;
      return requeueFound(tx, { companyId, rows, targetId, isMeant });
    }
  }
}

async function replayGivenUp(tx: Tx, companyId: number, filter: ReplayFilter): Promise<number> {
  return announce(tx, companyId, await requeueGivenUp(tx, companyId, filter));
}

async function replayFailed(tx: Tx, companyId: number, filter: ReplayFilter): Promise<number> {
  const retried = await rescheduleRanges(tx, companyId, filter);
  const batches = await rescheduleBatches(tx, companyId, filter);
  await clearProbes(tx, companyId, filter.targetId);
  const givenUp = await requeueGivenUp(tx, companyId, filter);
  return (await announce(tx, companyId, [...retried, ...givenUp])) + sumOf(batches);
}

/** Adds the ranges to the replays that listeners of the feed receive. Returns the number of events. */
async function announce(tx: Tx, companyId: number, ranges: readonly RequeuedRange[]): Promise<number> {
  await insertReplays(
    tx,
    companyId,
    ranges.map(({ numbers }) => numbers),
  );
  return sumOf(ranges);
}

const sumOf = (rows: readonly { readonly count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);

function checkPeriod(from: Date, to: Date): void {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  if (days > 0 && days <= PERIOD_DAYS_MAX) return;
  throw new Refusal('bad-request', { field: 'to', problem: `must be after from, by at most ${PERIOD_DAYS_MAX} days` });
}

type Found = {
  readonly companyId: number;
  readonly rows: readonly FoundRow[];
  readonly targetId: number | null;
  readonly isMeant: (event: NumberedEvent) => boolean;
};

async function requeueFound(tx: Tx, { companyId, rows, targetId, isMeant }: Found): Promise<number> {
  const own = rows.filter((row) => targetId === null || row.endpointId === targetId);
  const meant = own.flatMap((row) =>
    numbered(row)
      .filter(isMeant)
      .map(({ number }) => number),
  );
  if (meant.length > 0) await insertReplays(tx, companyId, [exactRanges(meant)]);
  // Row by row: a range over two rows would include events of the target that are not meant.
  const ranges = own.flatMap((row) => {
    const at = row.endpointId;
    if (at === null) return [];
    const wanted = numbered(row).filter(({ event }) => row.wanted.includes(event.kind));
    const chosen = new Set(wanted.filter(isMeant).map(({ number }) => number));
    const numbers = wanted.map(({ number }) => number);
    return rangesOf(numbers, chosen).map((range) => ({ ...range, endpointId: at }));
  });
  await insertRanges(tx, ranges, { attempts: 0, firstTryAt: null, nextTryAt: tx.now });
  return ranges.reduce((sum, { count }) => sum + count, 0);
}

/** A UUID v7 holds the creation time of the message; for other ids the whole feed is searched. */
function daysOf(messageUuid: string, now: Date): { from: Date; to: Date } {
  const madeAt =
    messageUuid[14] === '7' ? Number.parseInt(messageUuid.replaceAll('-', '').slice(0, 12), 16) : undefined;
  const from = madeAt ?? now.getTime() - UNKNOWN_AGE_DAYS * DAY_MS;
  const to = madeAt === undefined ? now.getTime() + 1 : madeAt + MESSAGE_DAYS * DAY_MS;
  return { from: new Date(from - DAY_MS / 24), to: new Date(to) };
}
