import type { Tx } from '../../../platform/database/database.ts';

export type LastAudit = { readonly seconds: number; readonly findings: number; readonly driftMicros: bigint };

export async function upsertLastAudit(tx: Tx, { seconds, findings, driftMicros }: LastAudit): Promise<void> {
  await tx.query(
    `insert into last_audits (ended_at, seconds, findings, drift_micros)
     values (clock_timestamp(), $1, $2, $3)
     on conflict (single)
     do update set ended_at = excluded.ended_at,
       seconds = excluded.seconds,
       findings = excluded.findings,
       drift_micros = excluded.drift_micros`,
    [seconds, findings, driftMicros],
  );
}
