import type { Tx } from '../../platform/database/database.ts';

export type NewAction = {
  readonly staffId: number | null;
  readonly requestId: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly details: object;
  /** True: a read without a change; deleted after a year. */
  readonly isRead: boolean;
};

export async function insertAction(tx: Tx, action: NewAction): Promise<void> {
  await tx.query(
    `insert into staff_actions (at, staff_id, action, subject_kind, subject_id, details, request_id, is_read)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.now,
      action.staffId,
      action.action,
      action.subjectKind,
      action.subjectId,
      JSON.stringify(action.details),
      action.requestId,
      action.isRead,
    ],
  );
}

export type ActionRow = {
  id: number;
  at: Date;
  staffId: number | null;
  login: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  details: Record<string, unknown>;
  requestId: string;
};

export type ActionFilter = {
  readonly staffId?: number;
  readonly action?: string;
  readonly subjectKind?: string;
  readonly subjectId?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly beforeId?: number;
};

/** Newest first; `beforeId`: the last row of the previous page. */
export function selectActions(tx: Tx, filter: ActionFilter, limit: number): Promise<ActionRow[]> {
  return tx.query<ActionRow>(
    `select
       a.id::double precision as id,
       a.at,
       a.staff_id as "staffId",
       s.login,
       a.action,
       a.subject_kind as "subjectKind",
       a.subject_id as "subjectId",
       a.details,
       a.request_id as "requestId"
     from staff_actions a
     left join staff s on s.id = a.staff_id
     where ($1::integer is null or a.staff_id = $1)
       and ($2::text is null or a.action = $2)
       and ($3::text is null or a.subject_kind = $3)
       and ($4::text is null or a.subject_id = $4)
       and ($5::bigint is null or a.id < $5)
       and ($7::timestamptz is null or a.at >= $7)
       and ($8::timestamptz is null or a.at < $8)
     order by a.id desc
     limit $6`,
    [
      filter.staffId ?? null,
      filter.action ?? null,
      filter.subjectKind ?? null,
      filter.subjectId ?? null,
      filter.beforeId ?? null,
      limit,
      filter.from ?? null,
      filter.to ?? null,
    ],
  );
}

/** Deletes reads only: a trigger of the table refuses to delete changes. */
export async function deleteReads(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from staff_actions
     where id in (
       select id
       from staff_actions
       where is_read
         and at < $1
       limit $2
     )
     returning 1`,
    [before, limit],
  );
  return rows.length;
}
