// Sends callbacks of the messaging API once more, out of the feed: one event, those of a message, of a period, or what
// was given up. They start anew, with a first try and a day of resends. Receivers know them by their numbers. Whoever
// listens to the feed is told of them too, and of events that no address was to get.
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { exactRanges, rangesOf } from './number-ranges.ts';
import { insertRanges } from './ranges.sql.ts';
import { type NumberedEvent, numbered } from './read-feed.ts';
import {
  type FoundRow,
  hastenRetries,
  type Requeued,
  requeueGivenUp,
  requeuePeriod,
  selectByMessage,
  selectByNumber,
} from './replay.sql.ts';
import { insertReplays, insertReplaysOfPeriod } from './replays.sql.ts';

export type ReplayRequest = { readonly endpointId?: number } & (
  | { readonly what: 'event'; readonly eventNumber: number }
  | { readonly what: 'message'; readonly messageUuid: string }
  | { readonly what: 'period'; readonly from: Date; readonly to: Date }
  | { readonly what: 'given-up'; readonly since?: Date }
  /** What was given up, and what waits to be tried again. */
  | { readonly what: 'failed'; readonly since?: Date }
  /** Events by their numbers, of one endpoint. */
  | { readonly what: 'numbers'; readonly numbers: string; readonly count: number; readonly endpointId: number }
);

const DAY_MS = 86_400_000;
/** A message may wait for a week until it is sent, and has its events, but for late clicks, within two days of that. */
const MESSAGE_DAYS = 9;
const PERIOD_DAYS_MAX = 7;
const UNKNOWN_AGE_DAYS = 30;

/** Returns how many events are on their way again. */
export async function replayCallbacks(tx: Tx, companyId: number, request: ReplayRequest): Promise<number> {
  const endpointId = request.endpointId ?? null;
  switch (request.what) {
    case 'period':
      checkPeriod(request.from, request.to);
      await insertReplaysOfPeriod(tx, companyId, { from: request.from, to: request.to, endpointId });
      return requeuePeriod(tx, companyId, { from: request.from, to: request.to, endpointId });
    case 'given-up': {
      const { events, numbers } = await requeueGivenUp(tx, companyId, { since: request.since ?? null, endpointId });
      await insertReplays(tx, companyId, numbers);
      return events;
    }
    case 'failed':
      return replayFailed(tx, companyId, { since: request.since ?? null, endpointId });
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
      return requeueFound(tx, { companyId, rows, endpointId, isMeant });
    }
    case 'message': {
      const { messageUuid } = request;
      const rows = await selectByMessage(tx, companyId, messageUuid, daysOf(messageUuid, tx.now));
      const isMeant = ({ event }: NumberedEvent) => event.messageUuid === messageUuid;
      return requeueFound(tx, { companyId, rows, endpointId, isMeant });
    }
  }
}

async function replayFailed(
  tx: Tx,
  companyId: number,
  of: { since: Date | null; endpointId: number | null },
): Promise<number> {
  const parts: Requeued[] = [await hastenRetries(tx, companyId, of), await requeueGivenUp(tx, companyId, of)];
  await insertReplays(
    tx,
    companyId,
    parts.flatMap(({ numbers }) => numbers),
  );
  return parts.reduce((sum, { events }) => sum + events, 0);
}

function checkPeriod(from: Date, to: Date): void {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  if (days > 0 && days <= PERIOD_DAYS_MAX) return;
  throw new Refusal('bad-request', { field: 'to', problem: `must be after from, by at most ${PERIOD_DAYS_MAX} days` });
}

type Found = {
  readonly companyId: number;
  readonly rows: readonly FoundRow[];
  readonly endpointId: number | null;
  readonly isMeant: (event: NumberedEvent) => boolean;
};

async function requeueFound(tx: Tx, { companyId, rows, endpointId, isMeant }: Found): Promise<number> {
  const own = rows.filter((row) => endpointId === null || row.endpointId === endpointId);
  const meant = own.flatMap((row) =>
    numbered(row)
      .filter(isMeant)
      .map(({ number }) => number),
  );
  if (meant.length > 0) await insertReplays(tx, companyId, [exactRanges(meant)]);
  // Row by row: between two rows there may be events of the endpoint that are not meant.
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

/** The id of a message tells when it was made; one of another kind may be as old as the feed. */
function daysOf(messageUuid: string, now: Date): { from: Date; to: Date } {
  const madeAt =
    messageUuid[14] === '7' ? Number.parseInt(messageUuid.replaceAll('-', '').slice(0, 12), 16) : undefined;
  const from = madeAt ?? now.getTime() - UNKNOWN_AGE_DAYS * DAY_MS;
  const to = madeAt === undefined ? now.getTime() + 1 : madeAt + MESSAGE_DAYS * DAY_MS;
  return { from: new Date(from - DAY_MS / 24), to: new Date(to) };
}
