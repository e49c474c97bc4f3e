import type { Tx } from '../../platform/database/database.ts';

export type NewAction = {
  readonly partnerId: number;
  readonly userId: number | null;
  readonly login: string;
  /** Id of the endpoint, `startDispatch`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly details: object;
  readonly reason?: string;
  readonly address: string;
  readonly requestId: string;
};

export async function insertAction(tx: Tx, action: NewAction): Promise<void> {
  const { partnerId, userId, login, subject, details, reason, address, requestId } = action;
  await tx.query(
    `insert into partner_actions (
       partner_id, at, user_id, login, action, subject_kind, subject_id, details, reason, address, request_id
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      partnerId,
      tx.now,
      userId,
      login,
      action.action,
      subject.kind,
      subject.id,
      JSON.stringify(details),
      reason ?? null,
      address,
      requestId,
    ],
  );
}

export type ActionRow = {
  readonly id: number;
  readonly at: Date;
  readonly login: string;
  readonly name: string | null;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly details: Record<string, unknown>;
  readonly reason: string | null;
  readonly address: string;
  readonly requestId: string;
};

export type ActionFilter = {
  readonly login?: string;
  readonly action?: string;
  readonly subjectKind?: string;
  readonly subjectId?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly beforeId?: number;
};

/** Newest first; `beforeId`: the last row of the previous page. */
export function selectActions(tx: Tx, partnerId: number, filter: ActionFilter, limit: number): Promise<ActionRow[]> {
  return tx.query<ActionRow>(
    `select
       a.id::double precision as id,
       a.at,
       a.login,
       u.name,
       a.action,
       a.subject_kind as "subjectKind",
       a.subject_id as "subjectId",
       a.details,
       a.reason,
       a.address,
       a.request_id as "requestId"
     from partner_actions a
     left join partner_users u on u.id = a.user_id
     where a.partner_id = $1
       and ($2::text is null or a.login = $2)
       and ($3::text is null or a.action = $3)
       and ($4::text is null or a.subject_kind = $4)
       and ($5::text is null or a.subject_id = $5)
       and ($6::timestamptz is null or a.at >= $6)
       and ($7::timestamptz is null or a.at < $7)
       and ($8::bigint is null or a.id < $8)
     order by a.id desc
     limit $9`,
    [
      partnerId,
      filter.login ?? null,
      filter.action ?? null,
      filter.subjectKind ?? null,
      filter.subjectId ?? null,
      filter.since ?? null,
      filter.until ?? null,
      filter.beforeId ?? null,
      limit,
    ],
  );
}

export async function deleteActions(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from partner_actions
     where id in (
       select id
       from partner_actions
       where at < $1
       limit $2
     )
     returning 1`,
    [before, limit],
  );
  return rows.length;
}
