import type { Tx } from '../../platform/database/database.ts';
import { ACCOUNTS } from './sessions.sql.ts';

export type FailedTry = {
  /** Id of the endpoint. */
  readonly door: string;
  /** Unchanged from the request. */
  readonly login: string;
  /** Stored instead of an unknown login. */
  readonly cutLogin: string;
  readonly address: string;
};

/** Known and unknown logins run the same statement, so both take the same time. */
export async function countFailedTry(tx: Tx, { door, login, cutLogin, address }: FailedTry): Promise<void> {
  await tx.query(
    `insert into failed_sign_ins (day, door, login, address, partner_id, user_id, staff_id, first_at, last_at)
     select
       ($5::timestamptz at time zone 'UTC')::date,
       $1,
       coalesce(a.login, $3),
       $4,
       a."partnerId",
       a."userId",
       a."staffId",
       $5,
       $5
     from (select) as single_row
     left join lateral (
       select *
       from (${ACCOUNTS}) known
       where known.login = $2
       limit 1
     ) a on true
     on conflict (day, door, login, address)
     do update set
       tries = failed_sign_ins.tries + 1,
       last_at = greatest(failed_sign_ins.last_at, excluded.last_at)`,
    [door, login, cutLogin, address, tx.now],
  );
}

export type FailedSignIn = {
  readonly id: number;
  readonly door: string;
  readonly login: string;
  readonly address: string;
  readonly partnerId: number | null;
  readonly staffId: number | null;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly tries: number;
};

export type FailedFilter = { readonly login?: string; readonly address?: string; readonly beforeId?: number };

/** Newest first; `beforeId`: the last row of the previous page. */
export function selectFailedSignIns(tx: Tx, filter: FailedFilter, limit: number): Promise<FailedSignIn[]> {
  return tx.query<FailedSignIn>(
    `select
       id::double precision as id,
       door,
       login,
       address,
       partner_id as "partnerId",
       staff_id as "staffId",
       first_at as "firstAt",
       last_at as "lastAt",
       tries
     from failed_sign_ins
     where ($1::text is null or login = $1)
       and ($2::text is null or address = $2)
       and ($3::bigint is null or id < $3)
     order by id desc
     limit $4`,
    [filter.login ?? null, filter.address ?? null, filter.beforeId ?? null, limit],
  );
}

/** Deletes rows older than `before` and rows beyond the newest `rowsMax`. */
export async function deleteFailedSignIns(
  tx: Tx,
  { before, rowsMax, limit }: { before: Date; rowsMax: number; limit: number },
): Promise<number> {
  const rows = await tx.query(
    `delete from failed_sign_ins
     where id in (
       (
         select id
         from failed_sign_ins
         where last_at < $1
         limit $3
       )
       union all
       (
         select id
         from failed_sign_ins
         where id <= (select id from failed_sign_ins order by id desc offset $2 limit 1)
         limit $3
       )
     )
     returning 1`,
    [before, rowsMax, limit],
  );
  return rows.length;
}
