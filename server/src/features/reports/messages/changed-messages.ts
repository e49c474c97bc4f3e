// Messages that have changed since the previous call. A sweep reads the dispatches in order and returns the messages
// changed by a fixed range of transactions; the next sweep starts at the end of that range. A message that changes
// during a sweep belongs to the next one, so a reader sees the last state of every message.
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type MessageItem, messageItem } from '../../messages/message-item.ts';
import { type PositionRange, readMarks, selectChanged, selectPositionRanges } from './changed-messages.sql.ts';
import { chooseDispatches, PERIOD_DAYS_MAX } from './partner-messages.ts';
import { parseCursor, type SweepCursor, writeCursor } from './sweep-cursor.ts';

export type ChangedMessages = {
  readonly items: readonly MessageItem[];
  readonly nextCursor: string;
  /** True: the next page may be read at once. */
  readonly more: boolean;
};

type ChangeQuery = {
  readonly dispatchId?: number;
  readonly companyId?: number;
  /** A time, or a cursor. */
  readonly updatedSince: Date | string;
  readonly perPage: number;
};

/** Limits of one call. */
const DISPATCHES_MAX = 1_000;
const POSITIONS_MAX = 100_000;
const DAY_MS = 86_400_000;

export async function listChangedMessages(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  query: ChangeQuery,
): Promise<ChangedMessages> {
  // The marks and the messages must come from one snapshot.
  const sweep = async (tx: Tx): Promise<ChangedMessages> => {
    const chosen = await chooseDispatches(tx, actor, query);
    const marks = await readMarks(tx);
    const cursor = startOrContinue(tx.now, query.updatedSince, marks.settled);
    const range = { from: cursor.from, to: cursor.to ?? marks.settled, next: marks.next, since: cursor.since };
    if (range.from >= range.to && cursor.since === null) return answer([], { ...cursor, to: null }, false);
    const { positionRanges, isLast } = await nextPositionRanges(selectPositionRanges(tx, chosen, range, cursor));
    const rows = positionRanges.length === 0 ? [] : await selectChanged(tx, positionRanges, range, query.perPage);
    const items = rows.map(messageItem);
    const last = rows.at(-1);
    if (last !== undefined && rows.length === query.perPage)
      return answer(items, { ...range, dispatchId: last.source_dispatch_id, seq: last.seq }, true);
    const end = positionRanges.at(-1);
    if (end !== undefined && !isLast) return answer(items, { ...range, dispatchId: end.id, seq: end.upTo }, true);
    return answer(items, { from: range.to, to: null, since: null, dispatchId: 0, seq: 0 }, false);
  };
  return read(db, sweep, 'same');
}

const answer = (items: readonly MessageItem[], cursor: SweepCursor, more: boolean): ChangedMessages => ({
  items,
  nextCursor: writeCursor(cursor),
  more,
});

function startOrContinue(now: Date, since: Date | string, settled: bigint): SweepCursor {
  if (typeof since === 'string') {
    const cursor = parseCursor(since);
    // A database restored from a backup is behind the transactions of older cursors.
    if (cursor === undefined || cursor.from > settled || (cursor.to ?? 0n) > settled)
      throw new Refusal('bad-request', {
        field: 'updatedSince',
        problem: 'must be a valid cursor of this list; start again with a time',
      });
    return cursor;
  }
  if (now.getTime() - since.getTime() > PERIOD_DAYS_MAX * DAY_MS)
    throw new Refusal('bad-request', { field: 'updatedSince', problem: `must be within ${PERIOD_DAYS_MAX} days` });
  return { from: 0n, to: null, since, dispatchId: 0, seq: 0 };
}

type Limits = { readonly dispatches: number; readonly positions: number };

/** Dispatches within the limits of one call; the last one may be cut. */
async function nextPositionRanges(
  select: (limits: Limits) => Promise<(PositionRange & { before: number })[]>,
): Promise<{ positionRanges: PositionRange[]; isLast: boolean }> {
  const wide = await select({ dispatches: DISPATCHES_MAX, positions: POSITIONS_MAX });
  const positionRanges = wide.filter(({ before }) => before < POSITIONS_MAX);
  const cut = positionRanges.some(({ after, upTo }) => upTo - after >= POSITIONS_MAX);
  return { positionRanges, isLast: !cut && positionRanges.length === wide.length && wide.length < DISPATCHES_MAX };
}
