// Migrations beside traffic: a held lock delays them, and a lock that is never released ends them with its name.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { type MigrateOptions, migrate } from '../../src/platform/database/migrate.ts';
import { dropLater, givenDatabase, type TestDatabase } from '../given/databases.ts';
import { until } from '../given/until.ts';

let database: TestDatabase;
let db: Database;
let folder: string;
let holder: pg.Client;

beforeAll(async () => {
  database = await givenDatabase();
  db = openDatabase(database.url, { poolMax: 2, onIdleError: () => undefined });
  folder = await mkdtemp(join(tmpdir(), 'volley-migrations-'));
  holder = new pg.Client({ connectionString: database.url, application_name: 'long report' });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await db.close();
  await rm(folder, { recursive: true });
  dropLater(database);
});

const patience = { lockTimeoutMs: 200, triesMax: 3, pauseMs: 10, pauseMsMax: 20 };
const run = (over: Partial<MigrateOptions>) => migrate(db, { folder, ...patience, ...over });

test('a migration waits for a held lock by retries', async () => {
  await writeFile(join(folder, '9001_first.sql'), 'alter table engine_counters add column first integer');
  await holder.query('begin; select * from engine_counters');
  const retries: string[] = [];
  const applied = await run({
    triesMax: 50,
    onRetry: (message) => {
      retries.push(message);
      void holder.query('commit');
    },
  });
  expect(applied).toEqual(['9001_first.sql']);
  expect(retries[0]).toMatch(/^migration 9001_first\.sql: no lock within 200 ms, attempt 1 of 50/);
});

test('a lock that is never released ends the run with the table, the lock and the process that holds it', async () => {
  await writeFile(join(folder, '9002_second.sql'), 'alter table engine_counters add column second integer');
  await holder.query('begin; select * from engine_counters');
  const failed = run({}).then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(await failed).toMatch(
    /attempt 3 of 3: waits for AccessExclusiveLock on engine_counters; process \d+ \(\w+, long report\) holds AccessShareLock, idle in transaction, transaction open for \d+ s/,
  );
  await holder.query('commit');
  const { rows } = await db.pool.query(`select from migrations where name = '9002_second.sql'`);
  expect(rows).toEqual([]);
});

test('a migration that deadlocks with traffic gives way and is tried again', async () => {
  await rm(join(folder, '9002_second.sql'));
  const statements =
    'alter table engine_counters add column second integer; alter table leaderships add column second integer';
  await writeFile(join(folder, '9002_second.sql'), statements);
  await holder.query('begin; select * from leaderships');
  const retries: string[] = [];
  const applied = run({ lockTimeoutMs: 10_000, onRetry: (message) => retries.push(message) });
  await until('the migration waits for its second table', async () => {
    const { rows } = await db.pool.query(
      `select from pg_locks where not granted and relation = 'leaderships'::regclass`,
    );
    return rows.length > 0;
  });
  // PostgreSQL ends the wait that lasts a second first: that of the migration.
  await holder.query('select * from engine_counters');
  await holder.query('commit');
  expect(await applied).toEqual(['9002_second.sql']);
  expect(retries).toEqual([
    expect.stringMatching(/^migration 9002_second\.sql: deadlock with traffic, attempt 1 of 3/),
  ]);
});

test('a migration may take longer than the statement timeout of the pool', async () => {
  await rm(join(folder, '9002_second.sql'));
  const own = openDatabase(database.url, { poolMax: 2, onIdleError: () => undefined });
  own.pool.on('connect', (client) => void client.query('set statement_timeout = 100'));
  await writeFile(join(folder, '9003_third.sql'), 'select pg_sleep(0.3)');
  expect(await migrate(own, { folder, ...patience })).toEqual(['9003_third.sql']);
  await own.close();
});
