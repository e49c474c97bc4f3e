// Feed events queued for one callback target. First tries go in the order of the numbers. Failed events are resent
// every five minutes for a day; then they are given up and stay stored for a replay on request.
import { must } from '@volley/domain/must.ts';
import { afterFailedTry, firstArrayRepeat } from '@volley/domain/sending/callback-plan.ts';
import { inTransaction, read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addGivenUp, isOwned, lockOwned } from '../partner/callbacks.sql.ts';
import type { ClaimedTarget } from '../partner/deliver-callbacks.ts';
import { type Attempt, insertAttempts } from './attempts.sql.ts';
import { selectForTarget } from './events.sql.ts';
import { isWithin, joinRanges, type NumberRange, RANGE_EVENTS_MAX, rangesOf, readRanges } from './number-ranges.ts';
import {
  deleteRanges,
  insertRanges,
  type RangeRow,
  type Retried,
  selectFirstTries,
  selectResends,
  updateRanges,
} from './ranges.sql.ts';
import { type NumberedEvent, numbered } from './read-feed.ts';

type Needs = Pick<Platform, 'db' | 'instanceId'>;
type At = Pick<ClaimedTarget, 'id' | 'companyId'>;

export type FirstTries = {
  readonly rowIds: readonly bigint[];
  readonly ranges: readonly NumberRange[];
  readonly events: readonly NumberedEvent[];
};

const ROWS_MAX = 500;

/** About `eventsMax` events; undefined when nothing is due or the lease was lost. */
export async function nextFirstTries(
  { db, instanceId }: Needs,
  at: At,
  eventsMax: number,
): Promise<FirstTries | undefined> {
  return read(db, async (tx) => {
    if (!(await isOwned(tx, at.id, instanceId))) return undefined;
    const rows = takeUpTo(await selectFirstTries(tx, at.id, ROWS_MAX), eventsMax);
    if (rows.length === 0) return undefined;
    const ranges = readRanges(joinRanges(rows).numbers);
    return { rowIds: rows.map(({ id }) => id), ranges, events: await readRows(tx, at, rows) };
  });
}

/** Whole rows until they hold `eventsMax` events. */
function takeUpTo(rows: readonly RangeRow[], eventsMax: number): RangeRow[] {
  let before = 0;
  return rows.filter(({ count }) => {
    const taken = before < eventsMax;
    before += count;
    return taken;
  });
}

async function readRows(tx: Tx, at: At, rows: readonly RangeRow[]): Promise<NumberedEvent[]> {
  const { numbers } = joinRanges(rows);
  const ranges = readRanges(numbers);
  const found = await selectForTarget(tx, { companyId: at.companyId, targetId: at.id }, numbers);
  return found.flatMap((row) =>
    numbered(row).filter(({ number, event }) => row.wanted.includes(event.kind) && isWithin(ranges, number)),
  );
}

/** Rows sent in one request. */
export type ResendGroup = { readonly rows: readonly RangeRow[]; readonly attempt: number };

/** Due resends in groups of up to 1,000 events. The events of each group are read later, by `readResend`. */
export async function nextResends({ db, instanceId }: Needs, at: At, groupsMax: number): Promise<ResendGroup[]> {
  const rows = await read(db, async (tx) =>
    (await isOwned(tx, at.id, instanceId)) ? selectResends(tx, at.id, ROWS_MAX) : [],
  );
  const groups: RangeRow[][] = [];
  let events = 0;
  for (const row of rows) {
    const last = groups.at(-1);
    if (last === undefined || events + row.count > RANGE_EVENTS_MAX) {
      groups.push([row]);
      events = row.count;
    } else {
      last.push(row);
      events += row.count;
    }
  }
  return groups.slice(0, groupsMax).map((group) => ({
    rows: group,
    attempt: Math.max(...group.map(({ attempts }) => attempts)) + 1,
  }));
}

export function readResend({ db }: Needs, at: At, { rows }: ResendGroup): Promise<NumberedEvent[]> {
  return read(db, (tx) => readRows(tx, at, rows));
}

/** Deletes the tried rows and schedules resends of failed events. */
export async function storeFirstTries(
  { db, instanceId }: Needs,
  at: At,
  { rowIds, ranges, events }: FirstTries,
  { failed, attempts }: { failed: ReadonlySet<number>; attempts: readonly Attempt[] },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwned(tx, at.id, instanceId);
    // Rows missing: another instance owned the target in between and tried them; its result holds.
    const deleted = await deleteRanges(tx, rowIds);
    if (deleted < rowIds.length)
      throw new Error(`another instance tried ${rowIds.length - deleted} ranges of callback target ${at.id}`);
    const numbers = events.map(({ number }) => number);
    const again = rangesOf(numbers, failed, ranges).map((range) => ({ ...range, endpointId: at.id }));
    const nextTryAt = new Date(firstArrayRepeat(tx.now.getTime()));
    await insertRanges(tx, again, { attempts: 1, firstTryAt: tx.now, nextTryAt });
    await insertAttempts(tx, { targetId: at.id, companyId: at.companyId }, attempts);
  });
}

export type TriedGroup = { readonly group: ResendGroup; readonly ok: boolean };

/** Returns the number of events given up. */
export async function storeResends(
  { db, instanceId }: Needs,
  at: At,
  tried: readonly TriedGroup[],
  attempts: readonly Attempt[],
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockOwned(tx, at.id, instanceId);
    const outcomes = tried.map(({ group, ok }) => (ok ? { kept: [], rows: group.rows } : afterFailure(group, tx.now)));
    const kept = outcomes.flatMap((outcome) => outcome.kept);
    const keptIds = new Set(kept.map(({ id }) => id));
    const gone = outcomes.flatMap(({ rows }) => rows.map(({ id }) => id)).filter((id) => !keptIds.has(id));
    await deleteRanges(tx, gone);
    await updateRanges(tx, kept);
    await insertAttempts(tx, { targetId: at.id, companyId: at.companyId }, attempts);
    const givenUp = kept.reduce((sum, { nextTryAt, count }) => sum + (nextTryAt === null ? count : 0), 0);
    if (givenUp > 0) await addGivenUp(tx, at.id, givenUp);
    return givenUp;
  });
}

/** Merges rows that failed together and share the next try. */
function afterFailure({ rows }: ResendGroup, now: Date): { kept: Retried[]; rows: readonly RangeRow[] } {
  const placed = rows.map((row) => {
    const firstTryAt = row.first_try_at ?? now;
    const repeatMs = firstArrayRepeat(firstTryAt.getTime());
    return { row, firstTryAt, ...afterFailedTry(repeatMs, row.attempts, now.getTime()) };
  });
  const kept = [...Map.groupBy(placed, ({ attempts, nextMs }) => `${attempts} ${nextMs}`).values()].map((together) => {
    const first = must(together[0], 'first row of a resend group');
    return {
      ...joinRanges(together.map(({ row }) => row)),
      id: first.row.id,
      // The column is a smallint.
      attempts: Math.min(first.attempts, 32_767),
      firstTryAt: first.firstTryAt,
      nextTryAt: first.nextMs === undefined ? null : new Date(first.nextMs),
    };
  });
  return { kept, rows };
}
