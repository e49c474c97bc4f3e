// Messages that have changed since a reader looked last. A sweep goes over the dispatches in their order and tells what
// transactions of a fixed range have changed; the next sweep begins where that range ended. A message that changes
// while it is being swept is left to the next sweep, so each state that lasts is told, and none is missed.
import type { Actor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type MessageItem, messageItem } from '../messages/message-item.ts';
import { readMarks, selectChanged, selectWindows, type Window } from './changed-messages.sql.ts';
import { chooseDispatches, PERIOD_DAYS_MAX } from './partner-messages.ts';
import { parseCursor, type SweepCursor, writeCursor } from './sweep-cursor.ts';

export type ChangedMessages = {
  readonly items: readonly MessageItem[];
  readonly nextCursor: string;
  /** There may be more at once. */
  readonly more: boolean;
};

type ChangeQuery = {
  readonly dispatchId?: number;
  readonly companyId?: number;
  /** A time, or a cursor. */
  readonly updatedSince: Date | string;
  readonly perPage: number;
};

/** What one call looks through at most. */
const DISPATCHES_MAX = 1_000;
const POSITIONS_MAX = 100_000;
const DAY_MS = 86_400_000;

export async function listChangedMessages(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  query: ChangeQuery,
): Promise<ChangedMessages> {
  // One snapshot for the marks and for what is read up to them.
  const sweep = async (tx: Tx): Promise<ChangedMessages> => {
    const chosen = await chooseDispatches(tx, actor, query);
    const marks = await readMarks(tx);
    const cursor = beginOrGoOn(tx.now, query.updatedSince, marks.settled);
    const range = { from: cursor.from, to: cursor.to ?? marks.settled, next: marks.next, since: cursor.since };
    if (range.from >= range.to && cursor.since === null) return told([], { ...cursor, to: null }, false);
    const { windows, isLast } = await nextWindows(selectWindows(tx, chosen, range, cursor));
    const rows = windows.length === 0 ? [] : await selectChanged(tx, windows, range, query.perPage);
    const items = rows.map(messageItem);
    const last = rows.at(-1);
    if (last !== undefined && rows.length === query.perPage)
      return told(items, { ...range, dispatchId: last.list_id, seq: last.seq }, true);
    const end = windows.at(-1);
    if (end !== undefined && !isLast) return told(items, { ...range, dispatchId: end.id, seq: end.upTo }, true);
    return told(items, { from: range.to, to: null, since: null, dispatchId: 0, seq: 0 }, false);
  };
  return read(db, sweep, 'same');
}

const told = (items: readonly MessageItem[], cursor: SweepCursor, more: boolean): ChangedMessages => ({
  items,
  nextCursor: writeCursor(cursor),
  more,
});

function beginOrGoOn(now: Date, since: Date | string, settled: bigint): SweepCursor {
  if (typeof since === 'string') {
    const cursor = parseCursor(since);
    // A database that was restored from a backup knows transactions of the future no more.
    if (cursor === undefined || cursor.from > settled || (cursor.to ?? 0n) > settled)
      throw new Refusal('bad-request', {
        field: 'updatedSince',
        problem: 'is no cursor of this list; begin with a time',
      });
    return cursor;
  }
  if (now.getTime() - since.getTime() > PERIOD_DAYS_MAX * DAY_MS)
    throw new Refusal('bad-request', { field: 'updatedSince', problem: `must be within ${PERIOD_DAYS_MAX} days` });
  return { from: 0n, to: null, since, dispatchId: 0, seq: 0 };
}

type Limits = { readonly dispatches: number; readonly positions: number };

/** As many dispatches as one call may look through; the last of them may be cut. */
async function nextWindows(
  select: (limits: Limits) => Promise<(Window & { before: number })[]>,
): Promise<{ windows: Window[]; isLast: boolean }> {
  const wide = await select({ dispatches: DISPATCHES_MAX, positions: POSITIONS_MAX });
  const windows = wide.filter(({ before }) => before < POSITIONS_MAX);
  const cut = windows.some(({ after, upTo }) => upTo - after >= POSITIONS_MAX);
  return { windows, isLast: !cut && windows.length === wide.length && wide.length < DISPATCHES_MAX };
}
