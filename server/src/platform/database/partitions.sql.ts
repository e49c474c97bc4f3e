// Creates, lists and drops the daily partitions. No statement takes a lock on a parent that blocks writers: a day is
// created as a table and attached (SHARE UPDATE EXCLUSIVE; the table is empty, so attaching scans nothing), and dropped
// after DETACH CONCURRENTLY, which waits for open readers of the parent without holding a lock.
// Policies of a parent do not apply to statements on its partitions, so even the owner loses access to them: rows are
// read through the parent. Partitions of messages accept inserts, because COPY is rejected under a policy.
import { uuidFloor } from '../uuid-v7.ts';
import type { Session, Tx } from './database.ts';

const DAY_MS = 86_400_000;
const CREATE_LOCK = 7_700_002;
const DROP_LOCK = 7_700_003;

/** Daily tables and the storage parameters of their partitions. */
export const DAILY_TABLES = {
  messages: ' with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.3)',
  operator_refs: '',
  event_batches: '',
  callback_attempts: '',
  link_clicks: '',
  request_log: '',
} as const;

export type DailyTable = keyof typeof DAILY_TABLES;

export type Partition = { readonly table: DailyTable; readonly name: string; readonly dayMs: number };

export type OldDay = { readonly name: string; readonly state: 'attached' | 'pending' | 'detached' };

export const partitionName = (table: DailyTable, ms: number) =>
  `${table}_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`;

export async function lockCreation(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [CREATE_LOCK]);
}

export async function tryDropLock(session: Session): Promise<boolean> {
  const [row] = await session.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [DROP_LOCK]);
  return row?.locked === true;
}

export async function selectMissing(tx: Tx, wanted: readonly Partition[]): Promise<Partition[]> {
  const rows = await tx.query<{ name: string }>(
    `select name
     from unnest($1::text[]) as name
     where to_regclass(name) is null`,
    [wanted.map(({ name }) => name)],
  );
  const absent = new Set(rows.map(({ name }) => name));
  return wanted.filter(({ name }) => absent.has(name));
}

/** The owner of a parent owns its days, also those that the engine creates. */
const AS_OWNER = `
  select set_config('role', pg_get_userbyid(c.relowner), true)
  from pg_class c
  where c.oid = 'messages'::regclass`;

export async function attachPartitions(tx: Tx, partitions: readonly Partition[]): Promise<void> {
  await tx.query(AS_OWNER);
  await tx.query(partitions.map(attachStatements).join(';'));
}

function attachStatements({ table, name, dayMs }: Partition): string {
  const bound = (ms: number) => (table === 'messages' ? uuidFloor(ms) : `${new Date(ms).toISOString().slice(0, 10)}Z`);
  return [
    // An attached table must not have its own identity column; rows arrive through the parent, which has it.
    `create table ${name} (like ${table} including all excluding identity)${DAILY_TABLES[table]}`,
    `revoke all on ${name} from public, current_user`,
    ...(table === 'messages' ? [`grant insert on ${name} to current_user`] : []),
    `alter table ${table} attach partition ${name} for values from ('${bound(dayMs)}') to ('${bound(dayMs + DAY_MS)}')`,
  ].join(';');
}

/** Comment of a table that is about to be detached, so that a table detached by an operator is never dropped. */
const MARK = 'volley: to be dropped';

/** Includes tables that were detached here and not dropped. A pending detachment comes first: it blocks the others. */
export function selectOldDays(tx: Pick<Session, 'query'>, table: DailyTable, limit: string): Promise<OldDay[]> {
  return tx.query<OldDay>(
    `select
       c.relname as name,
       case
         when i.inhrelid is null then 'detached'
         when i.inhdetachpending then 'pending'
         else 'attached'
       end as state
     from pg_class c
     left join pg_inherits i
       on i.inhrelid = c.oid
       and i.inhparent = to_regclass($1)
     where c.relnamespace = 'public'::regnamespace
       and c.relkind = 'r'
       and c.relname ~ ('^' || $1 || '_[0-9]{8}$')
       and c.relname < $2
       and (i.inhrelid is not null or obj_description(c.oid, 'pg_class') = '${MARK}')
     order by i.inhdetachpending desc nulls last, c.relname`,
    [table, limit],
  );
}

export async function dropPartition(session: Session, table: DailyTable, { name, state }: OldDay): Promise<void> {
  if (state === 'attached') await session.query(`comment on table ${name} is '${MARK}'`);
  if (state === 'attached') await session.query(`alter table ${table} detach partition ${name} concurrently`);
  if (state === 'pending') await session.query(`alter table ${table} detach partition ${name} finalize`);
  await session.query(`drop table ${name}`);
}

/** Midnight (UTC) of the oldest day that has a partition of messages. */
export async function firstMessageDay(tx: Tx): Promise<number | undefined> {
  const rows = await tx.query<{ name: string | null }>(
    `select min(c.relname) as name
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'messages'::regclass`,
  );
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(rows[0]?.name ?? '') ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day));
}
