// Sends callbacks of the messaging API once more, out of the feed: one event, those of a message, of a period, or what
// was given up. They start anew, with a first try and a day of resends. Receivers know them by their numbers.
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { rangesOf } from './number-ranges.ts';
import { insertRanges } from './ranges.sql.ts';
import { type NumberedEvent, numbered } from './read-feed.ts';
import { type FoundRow, requeueGivenUp, requeuePeriod, selectByMessage, selectByNumber } from './replay.sql.ts';

export type ReplayRequest = { readonly endpointId?: number } & (
  | { readonly what: 'event'; readonly eventNumber: number }
  | { readonly what: 'message'; readonly messageUuid: string }
  | { readonly what: 'period'; readonly from: Date; readonly to: Date }
  | { readonly what: 'given-up'; readonly since?: Date }
);

const DAY_MS = 86_400_000;
/** A message has its events within this time of its making. */
const MESSAGE_DAYS = 4;
const PERIOD_DAYS_MAX = 7;
const UNKNOWN_AGE_DAYS = 30;

/** Returns how many events are on their way again. */
export async function replayCallbacks(tx: Tx, companyId: number, request: ReplayRequest): Promise<number> {
  const endpointId = request.endpointId ?? null;
  switch (request.what) {
    case 'period':
      checkPeriod(request.from, request.to);
      return requeuePeriod(tx, companyId, { from: request.from, to: request.to, endpointId });
    case 'given-up':
      return requeueGivenUp(tx, companyId, { since: request.since ?? null, endpointId });
    case 'event': {
      const rows = await selectByNumber(tx, companyId, request.eventNumber);
      return requeueFound(tx, rows, endpointId, ({ number }) => number === request.eventNumber);
    }
    case 'message': {
      const { messageUuid } = request;
      const rows = await selectByMessage(tx, companyId, messageUuid, daysOf(messageUuid, tx.now));
      return requeueFound(tx, rows, endpointId, ({ event }) => event.messageUuid === messageUuid);
    }
  }
}

function checkPeriod(from: Date, to: Date): void {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  if (days > 0 && days <= PERIOD_DAYS_MAX) return;
  throw new Refusal('bad-request', { field: 'to', problem: `must be after from, by at most ${PERIOD_DAYS_MAX} days` });
}

async function requeueFound(
  tx: Tx,
  rows: readonly FoundRow[],
  endpointId: number | null,
  isMeant: (event: NumberedEvent) => boolean,
): Promise<number> {
  // Row by row: between two rows there may be events of the endpoint that are not meant.
  const ranges = rows
    .filter((row) => endpointId === null || row.endpointId === endpointId)
    .flatMap((row) => {
      const wanted = numbered(row).filter(({ event }) => row.wanted.includes(event.kind));
      const chosen = new Set(wanted.filter(isMeant).map(({ number }) => number));
      const numbers = wanted.map(({ number }) => number);
      return rangesOf(numbers, chosen).map((range) => ({ ...range, endpointId: row.endpointId }));
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
