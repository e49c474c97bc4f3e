// The PostgreSQL and NATS servers of the integration tests, and the databases on them.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { asRole, givenPlainRole } from '../../../bench/src/harness/plain-role.ts';
import { readConfig } from '../../src/config.ts';
import { until } from './until.ts';

export const DATABASE_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/test';
export const NATS_URL = process.env['TEST_NATS_URL'] ?? process.env['NATS_URL'] ?? readConfig({}).natsUrl;

/** The role that owns the databases of tests. PostgreSQL ignores row-level security for superusers. */
export const plainRole = () => givenPlainRole(DATABASE_SERVER_URL);

/** The URL for this role, or for the user of the server. */
export function databaseUrl(name: string, role: string | undefined): string {
  const url = new URL(asRole(DATABASE_SERVER_URL, role));
  url.pathname = `/${name}`;
  return url.href;
}

export async function onServer(statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: DATABASE_SERVER_URL });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

export type TestDatabase = {
  readonly name: string;
  /** The URL for the plain role that owns the database. */
  readonly url: string;
  /** The URL for the user of the server; policies do not apply to it if it is a superuser. */
  readonly serverUrl: string;
  drop(): Promise<void>;
};

/**
 * Drops a database without waiting: the server writes a checkpoint first. The end of the run drops the remaining ones.
 */
export function dropLater(database: TestDatabase): void {
  database.drop().catch(() => undefined);
}

/** The next database, made while the current file runs: a worker keeps its modules between files. */
let ready: Promise<string> | undefined;

/** A new database with schema, partitions and reference data, copied from the run's template. */
export async function givenDatabase(): Promise<TestDatabase> {
  const name = await (ready ?? copyTemplate());
  await until(`PostgreSQL has ${CONNECTIONS_FREE} free connections`, hasConnections);
  ready = copyTemplate();
  // The file that awaits the database reports a failure.
  ready.catch(() => undefined);
  return {
    name,
    url: databaseUrl(name, inject('plainRole')),
    serverUrl: databaseUrl(name, undefined),
    drop: async () => void (await onServer(`drop database ${name} with (force)`)),
  };
}

/** A test file starts only with this many: a system that gets no connection fails at its start. */
const CONNECTIONS_FREE = 30;

async function hasConnections(): Promise<boolean> {
  const [row] = await onServer(
    `select current_setting('max_connections')::int - count(*)::int as free from pg_stat_activity`,
  );
  return Number(row?.['free']) >= CONNECTIONS_FREE;
}

async function copyTemplate(): Promise<string> {
  const name = `${inject('runName')}_${randomBytes(4).toString('hex')}`;
  const role = inject('plainRole');
  await onServer(
    `create database ${name} template ${inject('templateName')}${role === undefined ? '' : ` owner ${role}`}`,
  );
  return name;
}
