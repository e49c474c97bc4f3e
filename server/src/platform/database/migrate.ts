// Forward-only migrations: plain SQL files in the order of their names, each in its own transaction, under one advisory
// lock, so that several processes may start at once. A file that changed after it was applied stops the run.
// Migrations run during traffic. A statement that waits for a lock blocks every later statement on that table, so it
// waits briefly, gives way and tries again; so does a migration that traffic locks against in another order. The pool's
// statement time-out does not apply.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Database, databaseErrorCode, inSession, type Session } from './database.ts';
import { watchLockWait } from './lock-wait.ts';
import { createMigrations, insertMigration, lockMigrations, selectDigests } from './migrate.sql.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** Nothing of the migration was applied; it may have its locks at the next attempt. */
const LOCK_ERRORS: Readonly<Record<string, (lockTimeoutMs: number) => string>> = {
  '55P03': (lockTimeoutMs) => `no lock within ${lockTimeoutMs} ms`,
  '40P01': () => 'deadlock with traffic',
};

export type MigrateOptions = {
  readonly folder: string;
  /** Lock time-out of one attempt. */
  readonly lockTimeoutMs: number;
  readonly triesMax: number;
  /** Pause after the first attempt; it doubles up to `pauseMsMax`. */
  readonly pauseMs: number;
  readonly pauseMsMax: number;
  readonly onRetry: (message: string) => void;
};

/** About five minutes in total. */
const DEFAULTS: MigrateOptions = {
  folder: FOLDER,
  lockTimeoutMs: 2_000,
  triesMax: 20,
  pauseMs: 1_000,
  pauseMsMax: 15_000,
  onRetry: () => undefined,
};

export async function migrate(db: Database, over: Partial<MigrateOptions> = {}): Promise<string[]> {
  const options = { ...DEFAULTS, ...over };
  return inSession(db, 0, async (session) => {
    await lockMigrations(session);
    await createMigrations(session);
    const digests = await selectDigests(session);
    const applied: string[] = [];
    for (const migration of readMigrations(options.folder)) {
      const before = digests.get(migration.name);
      if (before === migration.digest) continue;
      if (before !== undefined)
        throw new Error(
          `migration ${migration.name} was changed after it was applied (digest ${before} is now ${migration.digest})`,
        );
      await applyWithRetries(db, session, migration, options);
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

async function applyWithRetries(
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
      const problem = LOCK_ERRORS[databaseErrorCode(error) ?? ''];
      if (problem === undefined) throw error;
      const message = `migration ${migration.name}: ${problem(lockTimeoutMs)}, attempt ${attempt} of ${triesMax}: ${wait.describe()}`;
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
  await insertMigration(session, name, digest);
  await session.query('commit');
}
