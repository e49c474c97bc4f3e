import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { WaitingRange } from './number-ranges.ts';

export type RangeRow = {
  id: bigint;
  numbers: string;
  count: number;
  attempts: number;
  first_try_at: Date | null;
};

const COLUMNS = 'id, numbers::text as numbers, count, attempts, first_try_at';

/** In the order of numbering. A due range releases all first tries queued behind it. */
export function selectFirstTries(tx: Tx, targetId: number, limit: number): Promise<RangeRow[]> {
  return tx.query<RangeRow>(
    `select ${COLUMNS}
     from callback_ranges
     where endpoint_id = $1
       and attempts = 0
       and next_try_at is not null
       and exists (
         select
         from callback_ranges d
         where d.endpoint_id = $1
           and d.attempts = 0
           and d.next_try_at <= $2
       )
     order by id
     limit $3`,
    [targetId, tx.now, limit],
  );
}

/** Oldest first: they are given up earliest. */
export function selectResends(tx: Tx, targetId: number, limit: number): Promise<RangeRow[]> {
  return tx.query<RangeRow>(
    `select ${COLUMNS}
     from callback_ranges
     where endpoint_id = $1
       and attempts > 0
       and next_try_at <= $2
     order by next_try_at, id
     limit $3`,
    [targetId, tx.now, limit],
  );
}

/** Returns the number of deleted rows. */
export async function deleteRanges(tx: Tx, ids: readonly bigint[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx.query('delete from callback_ranges where id = any($1::bigint[]) returning id', [ids]);
  return rows.length;
}

export type Tries = { readonly attempts: number; readonly firstTryAt: Date | null; readonly nextTryAt: Date };

export type TargetRange = WaitingRange & { readonly endpointId: number };

const newRanges = bulkColumns({ endpointId: 'int', numbers: 'text', count: 'int' }, 4);

export async function insertRanges(tx: Tx, rows: readonly TargetRange[], tries: Tries): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into callback_ranges (endpoint_id, numbers, count, attempts, first_try_at, next_try_at)
     select u.endpoint_id, u.numbers::int8multirange, u.count, $1, $2, $3
     from ${newRanges.withPosition('u', 'position')}
     order by position`,
    [tries.attempts, tries.firstTryAt, tries.nextTryAt, ...newRanges.values(rows)],
  );
}

/** `nextTryAt` null: given up; stays stored for a replay on request. */
export type Retried = WaitingRange & {
  readonly id: bigint;
  readonly attempts: number;
  readonly firstTryAt: Date;
  readonly nextTryAt: Date | null;
};

const retriedRanges = bulkColumns(
  {
    id: 'bigint',
    numbers: 'text',
    count: 'int',
    attempts: 'smallint',
    firstTryAt: 'timestamptz',
    nextTryAt: 'timestamptz',
  },
  2,
);

export async function updateRanges(tx: Tx, rows: readonly Retried[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `update callback_ranges r
     set
       numbers = u.numbers::int8multirange,
       count = u.count,
       attempts = u.attempts,
       first_try_at = u.first_try_at,
       next_try_at = u.next_try_at,
       given_up_at = case when u.next_try_at is null then $1::timestamptz end
     from ${retriedRanges.as('u')}
     where r.id = u.id`,
    [tx.now, ...retriedRanges.values(rows)],
  );
}

export async function deleteGivenUp(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from callback_ranges where given_up_at < $1', [before]);
}
