// One partition a day (UTC) for messages, the operators' message ids, clicks, events, callback attempts and the log of
// requests, made ahead of time. There is no default partition: a row without a home is an alarm, not a silent pile.
import { type Database, inTransaction, type Tx } from './database.ts';
import { uuidFloor } from './uuid-v7.ts';

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 3;
const LOCK = 7_700_002;

/** Makes the partitions from the day before `from` to three days after `to`. */
export async function ensurePartitions(db: Database, from: Date, to: Date = from): Promise<void> {
  const first = Math.floor(from.getTime() / DAY_MS) - 1;
  const last = Math.floor(to.getTime() / DAY_MS) + DAYS_AHEAD;
  const statements = Array.from({ length: last - first + 1 }, (_, at) => partitionsOfDay((first + at) * DAY_MS));
  await inTransaction(db, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await tx.query(statements.flat().join(';'));
  });
}

function partitionsOfDay(ms: number): string[] {
  const day = new Date(ms).toISOString().slice(0, 10);
  const next = new Date(ms + DAY_MS).toISOString().slice(0, 10);
  const suffix = day.replaceAll('-', '');
  return [
    `create table if not exists messages_${suffix} partition of messages for values from ('${uuidFloor(ms)}') to ('${uuidFloor(ms + DAY_MS)}') with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.3)`,
    `create table if not exists operator_refs_${suffix} partition of operator_refs for values from ('${day}Z') to ('${next}Z')`,
    `create table if not exists event_batches_${suffix} partition of event_batches for values from ('${day}Z') to ('${next}Z')`,
    `create table if not exists callback_attempts_${suffix} partition of callback_attempts for values from ('${day}Z') to ('${next}Z')`,
    `create table if not exists link_clicks_${suffix} partition of link_clicks for values from ('${day}Z') to ('${next}Z')`,
    `create table if not exists request_log_${suffix} partition of request_log for values from ('${day}Z') to ('${next}Z')`,
  ];
}

/** Of these whole days are dropped when nobody asks for them any more. */
type AgingTable = 'operator_refs' | 'link_clicks' | 'event_batches' | 'callback_attempts' | 'request_log';

/** Drops the days before the one that holds `before`. */
export async function dropOldDays(db: Database, table: AgingTable, before: Date): Promise<number> {
  const limit = `${table}_${before.toISOString().slice(0, 10).replaceAll('-', '')}`;
  return inTransaction(db, async (tx) => {
    const rows = await tx.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = '${table}'::regclass and c.relname < $1`,
      [limit],
    );
    if (rows.length > 0) await tx.query(rows.map((row) => `drop table ${row.name}`).join(';'));
    return rows.length;
  });
}

/** Midnight (UTC) of the oldest day that has a partition of messages. */
export async function firstMessageDay(tx: Tx): Promise<number | undefined> {
  const rows = await tx.query<{ name: string | null }>(
    `select min(c.relname) as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'messages'::regclass`,
  );
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(rows[0]?.name ?? '') ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day));
}
