// Merges live progress into a page of the list. Unchanged rows stay the same objects, so that they do not render.
import type { Counts, DispatchRow, Moving } from './dispatch-shapes.ts';

export function movedRows(rows: readonly DispatchRow[], moving: Moving): readonly DispatchRow[] {
  const byId = new Map(moving.map((one) => [one.id, one]));
  const moved = rows.map((row) => {
    const now = byId.get(row.id);
    return now === undefined || (now.status === row.status && isSame(now.counts, row.counts))
      ? row
      : { ...row, status: now.status, counts: now.counts };
  });
  return moved.every((row, at) => row === rows[at]) ? rows : moved;
}

/** Dispatches that were running when the page was read and are not any longer: their final state must be read. */
export function endedSince(rows: readonly DispatchRow[], moving: Moving): number[] {
  const ids = new Set(moving.map(({ id }) => id));
  return rows.filter((row) => isMoving(row) && !ids.has(row.id)).map(({ id }) => id);
}

/** Dispatches that run now and were not running when the page was read. */
export function startedSince(rows: readonly DispatchRow[], moving: Moving): number[] {
  const ids = new Set(moving.map(({ id }) => id));
  return rows.filter((row) => row.status === 'CREATED' && ids.has(row.id)).map(({ id }) => id);
}

export function isMoving({ status, endedAt }: Pick<DispatchRow, 'status' | 'endedAt'>): boolean {
  return (status === 'STARTED' || status === 'STOPPED') && endedAt === null;
}

function isSame(one: Counts, other: Counts): boolean {
  return (
    one.accepted === other.accepted &&
    one.queued === other.queued &&
    one.withOperator === other.withOperator &&
    one.delivered === other.delivered &&
    one.failed === other.failed
  );
}
