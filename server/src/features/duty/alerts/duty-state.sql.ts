import type { Tx } from '../../../platform/database/database.ts';

export type DutyState = { readonly inboxOldestId: bigint | null; readonly noticedAt: Date | null };

/** Rounds of several processes wait for each other here. */
export async function lockDutyState(tx: Tx): Promise<DutyState | undefined> {
  const rows = await tx.query<DutyState>(
    `select inbox_oldest_id as "inboxOldestId", noticed_at as "noticedAt"
     from duty_state
     for update`,
  );
  return rows[0];
}

export async function updateDutyState(
  tx: Tx,
  { inboxOldestId, hasNoticed }: { readonly inboxOldestId: bigint | null; readonly hasNoticed: boolean },
): Promise<void> {
  await tx.query(
    `update duty_state
     set inbox_oldest_id = $1,
       noticed_at = case when $2 then $3 else noticed_at end`,
    [inboxOldestId, hasNoticed, tx.now],
  );
}
