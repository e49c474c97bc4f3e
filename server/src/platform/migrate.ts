// Forward-only migrations: plain SQL files in order of their names, each in a transaction of its own,
// under one advisory lock, so that many processes may start at once. A file that changed after it was
// applied stops the run.
// A migration runs beside traffic. A statement that waits for a lock makes every later statement on that table wait
// behind it, so it waits briefly, lets the others pass and tries again. Without a lock in the way it takes as long as
// it needs: the pool's statement timeout does not apply.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Database, databaseErrorCode, inSession, type Session } from './database.ts';
import { watchLockWait } from './lock-wait.ts';

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));
const LOCK = 7_700_001;
const LOCK_NOT_AVAILABLE = '55P03';

export type MigrateOptions = {
  readonly folder: string;
  /** How long one try waits for a lock. */
  readonly lockTimeoutMs: number;
  readonly triesMax: number;
  /** Wait after the first try; it doubles up to `pauseMsMax`. */
  readonly pauseMs: number;
  readonly pauseMsMax: number;
  readonly onRetry: (message: string) => void;
};

/** About five minutes altogether. */
const PATIENCE: MigrateOptions = {
  folder: FOLDER,
  lockTimeoutMs: 2_000,
  triesMax: 20,
  pauseMs: 1_000,
  pauseMsMax: 15_000,
  onRetry: () => undefined,
};

export async function migrate(db: Database, over: Partial<MigrateOptions> = {}): Promise<string[]> {
  const options = { ...PATIENCE, ...over };
  return inSession(db, 0, async (session) => {
    await session.query('select pg_advisory_lock($1)', [LOCK]);
    await session.query(
      'create table if not exists migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    );
    const known = await session.query<{ name: string; digest: string }>('select name, digest from migrations');
    const digests = new Map(known.map((row) => [row.name, row.digest]));
    const applied: string[] = [];
    for (const migration of readMigrations(options.folder)) {
      const before = digests.get(migration.name);
      if (before === migration.digest) continue;
      if (before !== undefined) throw new Error(`migration ${migration.name} was changed after it was applied`);
      await applyPatiently(db, session, migration, options);
      applied.push(migration.name);
    }
    return applied;
  });
}

type Migration = { readonly name: string; readonly sql: string; readonly digest: string };

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return names.sort().map((name) => {
    const sql = readFileSync(`${folder}/${name}`, 'utf8');
    return { name, sql, digest: createHash('sha256').update(sql).digest('hex') };
  });
}

async function applyPatiently(
  db: Database,
  session: Session,
  migration: Migration,
  { lockTimeoutMs, triesMax, pauseMs, pauseMsMax, onRetry }: MigrateOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const wait = await watchLockWait(db, session, lockTimeoutMs / 4);
    try {
      return await apply(session, migration, lockTimeoutMs);
    } catch (error) {
      await session.query('rollback').catch(() => undefined);
      if (databaseErrorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      const message = `migration ${migration.name}: no lock within ${lockTimeoutMs} ms, try ${attempt} of ${triesMax}: ${wait.describe()}`;
      if (attempt >= triesMax) throw new Error(message, { cause: error });
      onRetry(message);
    } finally {
      await wait.close();
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs * 2 ** (attempt - 1), pauseMsMax)));
  }
}

async function apply(session: Session, { name, sql, digest }: Migration, lockTimeoutMs: number): Promise<void> {
  await session.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
  await session.query(sql);
  await session.query('insert into migrations (name, digest) values ($1, $2)', [name, digest]);
  await session.query('commit');
}
