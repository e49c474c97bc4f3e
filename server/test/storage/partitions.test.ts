// Days of partitioned tables are created and dropped beside traffic: one connection reads the parent for long, another
// writes.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { dropOldDays, ensurePartitions } from '../../src/platform/database/partitions.ts';
import { dropLater, givenDatabase, type TestDatabase } from '../given/databases.ts';
import { until } from '../given/until.ts';

const LOCK_TIMEOUT_MS = 500;
let database: TestDatabase;
let db: Database;
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await givenDatabase();
  db = openDatabase(database.url, { poolMax: 4, onIdleError: () => undefined });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await db.close();
  dropLater(database);
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, options: '-c app.tenant=system' });
  await client.connect();
  clients.push(client);
  return client;
}

/** A transaction that has read the parent and stays open. */
async function openReader(): Promise<pg.Client> {
  const reader = await connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select count(*) from operator_refs');
  return reader;
}

/** Fails if it waits for a lock longer than half a second. */
async function insertRef(day: string): Promise<void> {
  const writer = await connect();
  await writer.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await writer.query(
    `insert into operator_refs (link_id, operator_message_id, message_id, part, parts, created_at)
     values (1, gen_random_uuid()::text, gen_random_uuid(), 1, 1, $1)`,
    [`${day}T12:00:00Z`],
  );
}

async function daysOf(table: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select c.relname as name
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass
     order by 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

const isPending = async () =>
  (await db.pool.query('select from pg_inherits where inhdetachpending')).rowCount === 1 || undefined;
const exists = async (table: string) =>
  (await db.pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])).rows[0]?.there;

test('a day is created while the parent is being read, and writers do not wait', async () => {
  const reader = await openReader();
  await ensurePartitions(db, new Date('2030-05-10T00:00:00Z'));
  expect(await daysOf('operator_refs')).toContain('operator_refs_20300513');
  await insertRef('2030-05-13');
  await reader.query('commit');
});

test('a new day has the indexes of its parent and is found by them', async () => {
  await ensurePartitions(db, new Date('2030-06-10T00:00:00Z'));
  const { rows } = await db.pool.query<{ own: bigint; attached: bigint }>(
    `select
       (select count(*) from pg_index where indrelid = 'messages'::regclass) as own,
       (select count(*)
        from pg_index x
        join pg_inherits i on i.inhrelid = x.indexrelid
        where x.indrelid = 'messages_20300610'::regclass) as attached`,
  );
  expect(rows[0]?.attached).toBe(rows[0]?.own);
  expect(rows[0]?.own).toBeGreaterThan(1n);
});

test('a drop waits for readers of the parent, and writers do not wait for the drop', async () => {
  await ensurePartitions(db, new Date('2025-03-02T00:00:00Z'));
  const reader = await openReader();
  const dropping = dropOldDays(db, 'operator_refs', new Date('2025-03-02T10:00:00Z'));
  await until('the detachment is pending', isPending);
  await insertRef('2025-03-03');
  expect(await exists('operator_refs_20250301')).toBe(true);
  await reader.query('commit');
  expect(await dropping).toBe(1);
  expect(await exists('operator_refs_20250301')).toBe(false);
  expect(await daysOf('operator_refs')).toContain('operator_refs_20250302');
});

test('an interrupted drop is finished by the next call', async () => {
  await ensurePartitions(db, new Date('2025-03-02T00:00:00Z'));
  const reader = await openReader();
  const dropping = dropOldDays(db, 'operator_refs', new Date('2025-03-02T10:00:00Z'));
  await until('the detachment is pending', isPending);
  await db.pool.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where query like 'alter table operator_refs%'`,
  );
  expect(await dropping).toBe(0);
  await insertRef('2025-03-03');
  await reader.query('commit');
  expect(await dropOldDays(db, 'operator_refs', new Date('2025-03-02T10:00:00Z'))).toBe(1);
  expect(await exists('operator_refs_20250301')).toBe(false);
});

test('a partition that an operator detached is not dropped', async () => {
  await ensurePartitions(db, new Date('2025-03-02T00:00:00Z'));
  await db.pool.query('alter table operator_refs detach partition operator_refs_20250301');
  expect(await dropOldDays(db, 'operator_refs', new Date('2025-03-02T10:00:00Z'))).toBe(0);
  expect(await exists('operator_refs_20250301')).toBe(true);
});
