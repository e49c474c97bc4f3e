import type { Tx } from '../../platform/database.ts';
import type { WaitingRange } from './number-ranges.ts';

export type RangeRow = {
  id: bigint;
  numbers: string;
  count: number;
  attempts: number;
  first_try_at: Date | null;
};

const COLUMNS = 'id, numbers::text as numbers, count, attempts, first_try_at';

/** In the order of their numbering. One that is due takes along all that have gathered behind it. */
export function selectFirstTries(tx: Tx, endpointId: number, limit: number): Promise<RangeRow[]> {
  return tx.query<RangeRow>(
    `select ${COLUMNS} from callback_ranges
      where endpoint_id = $1 and attempts = 0 and next_try_at is not null
        and exists (select from callback_ranges d where d.endpoint_id = $1 and d.attempts = 0 and d.next_try_at <= $2)
      order by id limit $3`,
    [endpointId, tx.now, limit],
  );
}

/** The oldest first: theirs is the time that runs out. */
export function selectResends(tx: Tx, endpointId: number, limit: number): Promise<RangeRow[]> {
  return tx.query<RangeRow>(
    `select ${COLUMNS} from callback_ranges where endpoint_id = $1 and attempts > 0 and next_try_at <= $2
      order by next_try_at, id limit $3`,
    [endpointId, tx.now, limit],
  );
}

/** Returns how many of them were still there. */
export async function deleteRanges(tx: Tx, ids: readonly bigint[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx.query('delete from callback_ranges where id = any($1::bigint[]) returning id', [ids]);
  return rows.length;
}

export type Tries = { readonly attempts: number; readonly firstTryAt: Date | null; readonly nextTryAt: Date };

export type EndpointRange = WaitingRange & { readonly endpointId: number };

export async function insertRanges(tx: Tx, rows: readonly EndpointRange[], tries: Tries): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into callback_ranges (endpoint_id, numbers, count, attempts, first_try_at, next_try_at)
     select u.endpoint_id, u.numbers::int8multirange, u.count, $4, $5, $6
     from unnest($1::int[], $2::text[], $3::int[]) with ordinality as u(endpoint_id, numbers, count, position)
     order by position`,
    [
      rows.map((row) => row.endpointId),
      rows.map((row) => row.numbers),
      rows.map((row) => row.count),
      tries.attempts,
      tries.firstTryAt,
      tries.nextTryAt,
    ],
  );
}

/** `nextTryAt` null: given up, and kept to be sent again on request. */
export type Retried = WaitingRange & {
  readonly id: bigint;
  readonly attempts: number;
  readonly firstTryAt: Date;
  readonly nextTryAt: Date | null;
};

export async function updateRanges(tx: Tx, rows: readonly Retried[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `update callback_ranges r set numbers = u.numbers::int8multirange, count = u.count, attempts = u.attempts,
       first_try_at = u.first_try_at, next_try_at = u.next_try_at, given_up_at = case when u.next_try_at is null then $7::timestamptz end
     from unnest($1::bigint[], $2::text[], $3::int[], $4::smallint[], $5::timestamptz[], $6::timestamptz[])
       as u(id, numbers, count, attempts, first_try_at, next_try_at)
     where r.id = u.id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.numbers),
      rows.map((row) => row.count),
      rows.map((row) => row.attempts),
      rows.map((row) => row.firstTryAt),
      rows.map((row) => row.nextTryAt),
      tx.now,
    ],
  );
}

export async function deleteGivenUp(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from callback_ranges where given_up_at < $1', [before]);
}
