import type { Tx } from '../../../platform/database/database.ts';

export type DutyState = { readonly inboxOldestId: bigint | null; readonly noticedAt: Date | null };

/** True: this process leads until its lease ends. Leases are real time. */
export async function claimLead(tx: Tx, instanceId: string, leaseMs: number): Promise<boolean> {
  const rows = await tx.query(
    `update duty_state
     set leader = $1,
       lease_until = clock_timestamp() + $2 * interval '1 millisecond'
     where leader = $1
       or lease_until is null
       or lease_until < clock_timestamp()
     returning 1`,
    [instanceId, leaseMs],
  );
  return rows.length > 0;
}

/** Undefined: another process leads. */
export async function lockLead(tx: Tx, instanceId: string): Promise<DutyState | undefined> {
  const rows = await tx.query<DutyState>(
    `select inbox_oldest_id as "inboxOldestId", noticed_at as "noticedAt"
     from duty_state
     where leader = $1
     for update`,
    [instanceId],
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

/** After the database clock stepped back: no lease lasts longer than a new one. */
export async function updateLongLead(tx: Tx, leaseMs: number): Promise<void> {
  await tx.query(
    `update duty_state
     set lease_until = least(lease_until, clock_timestamp() + $1 * interval '1 millisecond')`,
    [leaseMs],
  );
}
