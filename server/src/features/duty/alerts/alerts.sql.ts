import type { AlertFacts, AlertRule, Severity } from '@volley/domain/duty/alert-rule.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type AlertRow = {
  readonly id: bigint;
  readonly key: string;
  readonly rule: AlertRule;
  readonly subject: string;
  readonly severity: Severity;
  readonly facts: AlertFacts;
  readonly since: Date;
  readonly lastSeenAt: Date;
  readonly notifiedAt: Date | null;
  readonly resolvedAt: Date | null;
};

const COLUMNS = `id,
       key,
       rule,
       subject,
       severity,
       facts,
       since,
       last_seen_at as "lastSeenAt",
       notified_at as "notifiedAt",
       resolved_at as "resolvedAt"`;

const seen = bulkColumns({ key: 'text', rule: 'text', subject: 'text', severity: 'text', facts: 'text' }, 2);

export type SeenAlert = {
  readonly key: string;
  readonly rule: string;
  readonly subject: string;
  readonly severity: string;
  readonly facts: string;
};

/** Opens an alert per new key; the others are seen again. */
export async function upsertSeen(tx: Tx, rows: readonly SeenAlert[]): Promise<void> {
  await tx.query(
    `insert into duty_alerts (${seen.names}, since, last_seen_at)
     select u.key, u.rule, u.subject, u.severity, u.facts::jsonb, $1, $1
     from ${seen.as('u')}
     on conflict (key) where resolved_at is null
     do update set facts = excluded.facts, last_seen_at = excluded.last_seen_at`,
    [tx.now, ...seen.values(rows)],
  );
}

const OPEN_MAX = 1_000;

/** Oldest first. */
export function selectOpen(tx: Tx): Promise<AlertRow[]> {
  return tx.query<AlertRow>(
    `select ${COLUMNS}
     from duty_alerts
     where resolved_at is null
     order by since, id
     limit ${OPEN_MAX}`,
  );
}

export function selectResolved(tx: Tx, beforeId: number | null, limit: number): Promise<AlertRow[]> {
  return tx.query<AlertRow>(
    `select ${COLUMNS}
     from duty_alerts
     where resolved_at is not null
       and ($1::bigint is null or id < $1)
     order by id desc
     limit $2`,
    [beforeId, limit],
  );
}

export async function updateNotified(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await tx.query(
    `update duty_alerts
     set notified_at = $2
     where id = any($1::bigint[])`,
    [ids, tx.now],
  );
}

export async function updateResolved(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await tx.query(
    `update duty_alerts
     set resolved_at = $2
     where id = any($1::bigint[])`,
    [ids, tx.now],
  );
}

export async function deleteAlerts(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await tx.query('delete from duty_alerts where id = any($1::bigint[])', [ids]);
}

const HISTORY_MAX = 10_000;

/** Deletes resolved alerts from before the time, and those beyond the newest ten thousand. */
export async function deleteHistory(tx: Tx, before: Date): Promise<void> {
  await tx.query(
    `delete from duty_alerts
     where resolved_at is not null
       and (resolved_at < $1 or id <= (
         select id
         from duty_alerts
         where resolved_at is not null
         order by id desc
         offset ${HISTORY_MAX}
         limit 1))`,
    [before],
  );
}
