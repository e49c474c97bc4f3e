// One partition a day (UTC) for messages, the operators' message ids, clicks, events, callback attempts and the log of
// requests, made ahead of time. There is no default partition: a row without a partition is an alarm, not a silent pile.
// Nothing here takes a lock on a parent that stops writers. A day is made as a table of its own and attached (SHARE
// UPDATE EXCLUSIVE); it is empty, so attaching reads nothing and needs no check constraint. A day is dropped after
// DETACH CONCURRENTLY, which waits for open readers of the parent without holding a lock.
// The policies of a parent do not hold for whoever names a day of it, so the owner may not: rows are reached through the
// parent. Only days of messages can be written into, because COPY is refused under a policy.
import { type Database, databaseErrorCode, inSession, inTransaction, read, type Session, type Tx } from './database.ts';
import { uuidFloor } from './uuid-v7.ts';

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 3;
const MAKE_LOCK = 7_700_002;
const DROP_LOCK = 7_700_003;
const QUERY_CANCELED = '57014';
/** How long a drop waits for readers of the parent before it is left to a later try. */
const DETACH_TIMEOUT_MS = 30_000;

/** Daily tables and the storage parameters of their partitions. */
const DAILY_TABLES = {
  messages: ' with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.3)',
  operator_refs: '',
  event_batches: '',
  callback_attempts: '',
  link_clicks: '',
  request_log: '',
} as const;

export type DailyTable = keyof typeof DAILY_TABLES;

type Partition = { readonly table: DailyTable; readonly name: string; readonly dayMs: number };

/** Makes the partitions from the day before `from` to three days after `to`. */
export async function ensurePartitions(db: Database, from: Date, to: Date = from): Promise<void> {
  const first = Math.floor(from.getTime() / DAY_MS) - 1;
  const last = Math.floor(to.getTime() / DAY_MS) + DAYS_AHEAD;
  const wanted = Array.from({ length: last - first + 1 }, (_, at) => partitionsOfDay((first + at) * DAY_MS)).flat();
  if ((await read(db, (tx) => missing(tx, wanted))).length === 0) return;
  await inTransaction(db, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [MAKE_LOCK]);
    const absent = await missing(tx, wanted);
    if (absent.length > 0) await tx.query(absent.map(makeStatements).join(';'));
  });
}

function partitionsOfDay(dayMs: number): Partition[] {
  // Object.keys is typed as text; these are the keys of the table above.
  const tables = Object.keys(DAILY_TABLES) as DailyTable[];
  return tables.map((table) => ({ table, name: partitionName(table, dayMs), dayMs }));
}

export const partitionName = (table: DailyTable, ms: number) =>
  `${table}_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function missing(tx: Tx, wanted: readonly Partition[]): Promise<Partition[]> {
  const rows = await tx.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is null',
    [wanted.map(({ name }) => name)],
  );
  const absent = new Set(rows.map(({ name }) => name));
  return wanted.filter(({ name }) => absent.has(name));
}

function makeStatements({ table, name, dayMs }: Partition): string {
  const bound = (ms: number) => (table === 'messages' ? uuidFloor(ms) : `${new Date(ms).toISOString().slice(0, 10)}Z`);
  return [
    // An attached table may not bring an identity of its own; rows come through the parent, which has it.
    `create table ${name} (like ${table} including all excluding identity)${DAILY_TABLES[table]}`,
    `revoke all on ${name} from public, current_user`,
    ...(table === 'messages' ? [`grant insert on ${name} to current_user`] : []),
    `alter table ${table} attach partition ${name} for values from ('${bound(dayMs)}') to ('${bound(dayMs + DAY_MS)}')`,
  ].join(';');
}

/**
 * Drops the days before the one that holds `before`, and finishes what an interrupted call left. Returns how many days
 * went; a day that is still read is left to the next call.
 */
export async function dropOldDays(db: Database, table: DailyTable, before: Date): Promise<number> {
  if ((await countOldDays(db, table, before)) === 0) return 0;
  const limit = partitionName(table, before.getTime());
  return inSession(db, DETACH_TIMEOUT_MS, async (session) => {
    const [turn] = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [DROP_LOCK]);
    if (turn?.taken !== true) return 0;
    let dropped = 0;
    // One after the other: a parent can have one pending detachment only.
    for (const day of await selectOldDays(session, table, limit)) {
      if (!(await dropDay(session, table, day))) break;
      dropped += 1;
    }
    return dropped;
  });
}

/** How many days `dropOldDays` would drop. */
export async function countOldDays(db: Database, table: DailyTable, before: Date): Promise<number> {
  return (await read(db, (tx) => selectOldDays(tx, table, partitionName(table, before.getTime())))).length;
}

type OldDay = { readonly name: string; readonly state: 'attached' | 'pending' | 'detached' };

/** Written on a table before it is detached, so that a table which an operator detached is never dropped here. */
const MARK = 'volley: to be dropped';

/** Also tables that were detached here and not dropped. A pending detachment comes first: it stands in the way of others. */
function selectOldDays(tx: Pick<Session, 'query'>, table: DailyTable, limit: string): Promise<OldDay[]> {
  return tx.query<OldDay>(
    `select c.relname as name,
       case when i.inhrelid is null then 'detached' when i.inhdetachpending then 'pending' else 'attached' end as state
     from pg_class c
     left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = to_regclass($1)
     where c.relnamespace = 'public'::regnamespace
       and c.relkind = 'r'
       and c.relname ~ ('^' || $1 || '_[0-9]{8}$')
       and c.relname < $2
       and (i.inhrelid is not null or obj_description(c.oid, 'pg_class') = '${MARK}')
     order by i.inhdetachpending desc nulls last, c.relname`,
    [table, limit],
  );
}

/** False: a reader outlasted the time limit. A detachment that had begun is pending. */
async function dropDay(session: Session, table: DailyTable, { name, state }: OldDay): Promise<boolean> {
  try {
    if (state === 'attached') await session.query(`comment on table ${name} is '${MARK}'`);
    if (state === 'attached') await session.query(`alter table ${table} detach partition ${name} concurrently`);
    if (state === 'pending') await session.query(`alter table ${table} detach partition ${name} finalize`);
    await session.query(`drop table ${name}`);
    return true;
  } catch (error) {
    if (databaseErrorCode(error) === QUERY_CANCELED) return false;
    throw error;
  }
}

/** Midnight (UTC) of the oldest day that has a partition of messages. */
export async function firstMessageDay(tx: Tx): Promise<number | undefined> {
  const rows = await tx.query<{ name: string | null }>(
    `select min(c.relname) as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'messages'::regclass`,
  );
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(rows[0]?.name ?? '') ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day));
}
