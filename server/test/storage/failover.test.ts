// A primary and its synchronous standby, both real servers. Rows that were confirmed to a pool with both addresses
// exist after the primary died and the standby was promoted, without a restart.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnPostgres, startOwnPostgres, startStandby } from '../../../bench/src/harness/own-postgres.ts';
import {
  type Database,
  inTransaction,
  isDatabaseOutage,
  openDatabase,
  read,
} from '../../src/platform/database/database.ts';
import { until } from '../given/until.ts';

const CONNECTIONS = 4;
const servers: OwnPostgres[] = [];
let primary: OwnPostgres;
let standby: OwnPostgres;
let db: Database;

const portOf = ({ url }: OwnPostgres) => Number(new URL(url).port);
const addressOf = (...listed: OwnPostgres[]) =>
  `postgres://postgres@${listed.map((server) => `127.0.0.1:${portOf(server)}`).join(',')}/postgres`;

async function onServer(server: OwnPostgres, statement: string): Promise<void> {
  const own = openDatabase(server.url, { poolMax: 1, onIdleError: () => undefined });
  await own.pool.query(statement);
  await own.close();
}

const write = () =>
  inTransaction(db, async (tx) => {
    const [row] = await tx.query<{ id: number; port: number }>(
      'insert into notes default values returning id, inet_server_port() as port',
    );
    return row;
  });
const ports = () =>
  Promise.all(
    Array.from({ length: CONNECTIONS }, () => db.pool.query<{ port: number }>('select inet_server_port() as port')),
  ).then((answers) => new Set(answers.map(({ rows }) => rows[0]?.port)));

/** Writes repeatedly; only outages are tolerated. */
function keepWriting() {
  const stored: number[] = [];
  let isEnough = false;
  const writer = async () => {
    while (!isEnough) {
      try {
        stored.push((await write())?.id ?? 0);
      } catch (error) {
        if (!isDatabaseOutage(error)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const writers = Promise.all([writer(), writer()]);
  return {
    stored,
    stop: async () => {
      isEnough = true;
      await writers;
    },
  };
}

async function addStandby(): Promise<OwnPostgres> {
  const made = await startStandby(primary);
  servers.push(made);
  await onServer(primary, `alter system set synchronous_standby_names = '*'`);
  await onServer(primary, 'select pg_reload_conf()');
  return made;
}

beforeAll(async () => {
  primary = await startOwnPostgres();
  servers.push(primary);
  await onServer(
    primary,
    `create function business_now() returns timestamptz language sql as 'select now()';
     create table notes (id int generated always as identity primary key)`,
  );
  standby = await addStandby();
  // The standby is first, so that every connection must skip a server.
  db = openDatabase(addressOf(standby, primary), { poolMax: CONNECTIONS, onIdleError: () => undefined });
});

afterAll(async () => {
  await db?.close();
  for (const server of servers) await server.stop();
});

test('every connection leads to the primary, at any position in the list', async () => {
  expect(await ports()).toEqual(new Set([portOf(primary)]));
});

test('a pool recovers by itself after the primary died and the standby was promoted, and keeps confirmed rows', async () => {
  const writing = keepWriting();
  await until('rows are stored', () => writing.stored.length > 20);
  await primary.kill9();
  await until('writes are refused as an outage', () => write().then(() => false, isDatabaseOutage));
  const before = writing.stored.length;
  await onServer(standby, 'select pg_promote()');
  await until('writes succeed again', () => writing.stored.length > before + 20);
  await writing.stop();
  expect(await ports()).toEqual(new Set([portOf(standby)]));
  const known = await read(db, (tx) => tx.query<{ id: number }>('select id from notes'));
  const ids = new Set(known.map(({ id }) => id));
  expect(writing.stored.filter((id) => !ids.has(id))).toEqual([]);
});

test('connections that wait for a silent server are cut when another is the primary', async () => {
  primary = standby;
  standby = await addStandby();
  const silent = primary;
  await db.close();
  db = openDatabase(addressOf(primary, standby), { poolMax: CONNECTIONS, onIdleError: () => undefined });
  await ports();
  silent.freeze();
  const waiting = Array.from({ length: CONNECTIONS }, () => write().then(() => false, isDatabaseOutage));
  await onServer(standby, 'select pg_promote()');
  await until('a write is stored', () => write().catch(() => false as const));
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => true));
  expect(await ports()).toEqual(new Set([portOf(standby)]));
  await silent.kill9();
});

test('a server that becomes read-only loses its connections', async () => {
  await onServer(standby, 'alter system set default_transaction_read_only = on');
  await onServer(standby, 'select pg_reload_conf()');
  const refusal = () =>
    write().then(
      () => '',
      (error: Error) => error.message,
    );
  await until('its connections are closed', async () => (await refusal()).startsWith('no server takes writes'));
  await onServer(standby, 'alter system reset default_transaction_read_only');
  await onServer(standby, 'select pg_reload_conf()');
  await until('writes succeed again', () => write().catch(() => false as const));
});
