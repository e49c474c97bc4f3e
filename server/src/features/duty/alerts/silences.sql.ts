import type { Tx } from '../../../platform/database/database.ts';

export type SilenceRow = {
  readonly id: number;
  readonly pattern: string;
  readonly reason: string;
  readonly staffLogin: string;
  readonly createdAt: Date;
  readonly untilAt: Date;
};

/** Silences that hold now, the next to end first. */
export function selectSilences(tx: Tx): Promise<SilenceRow[]> {
  return tx.query<SilenceRow>(
    `select
       i.id,
       i.pattern,
       i.reason,
       s.login as "staffLogin",
       i.created_at as "createdAt",
       i.until_at as "untilAt"
     from duty_silences i
     join staff s on s.id = i.staff_id
     where i.until_at > $1
     order by i.until_at, i.id`,
    [tx.now],
  );
}

export type SilenceDraft = {
  readonly pattern: string;
  readonly reason: string;
  readonly staffId: number;
  readonly untilAt: Date;
};

export async function insertSilence(tx: Tx, draft: SilenceDraft): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `insert into duty_silences (pattern, reason, staff_id, created_at, until_at)
     values ($1, $2, $3, $4, $5)
     returning id`,
    [draft.pattern, draft.reason, draft.staffId, tx.now, draft.untilAt],
  );
  return rows[0]?.id;
}

/** Undefined: no such silence holds. */
export async function endSilence(tx: Tx, id: number): Promise<string | undefined> {
  const rows = await tx.query<{ pattern: string }>(
    `update duty_silences
     set until_at = $2
     where id = $1
       and until_at > $2
     returning pattern`,
    [id, tx.now],
  );
  return rows[0]?.pattern;
}

export async function deleteSilences(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from duty_silences where until_at < $1', [before]);
}
