// The databases of the integration tests, copied from a migrated template. A test that starts the program in a process
// of its own needs one on the durable server: the program refuses a server that may lose commits.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { givenRoles } from '../../../bench/src/harness/database-roles.ts';
import { DATABASE_SERVER_URL, type DatabaseServer, databaseUrl, onServer } from './servers.ts';
import { keepTemplate } from './template-database.ts';
import { until } from './until.ts';

/** `quick` loses its databases when the machine stops; `durable` has the settings of production. */
export type ServerKind = 'quick' | 'durable';

export async function openServer(url: string): Promise<DatabaseServer> {
  const roles = await givenRoles(url);
  return { url, roles, template: await keepTemplate({ url, role: roles.owner }) };
}

let durable: Promise<DatabaseServer> | undefined;

/** Few files need it, so the first of them makes its template. */
function serverOf(kind: ServerKind): Promise<DatabaseServer> {
  if (kind === 'quick') return Promise.resolve(inject('quickServer'));
  durable ??= openServer(DATABASE_SERVER_URL);
  return durable;
}

export type TestDatabase = {
  readonly name: string;
  /** The URL for the plain role that owns the database. */
  readonly url: string;
  /** The URL for the engine, which passes every policy. */
  readonly engineUrl: string;
  /** The URL for the user of the server; policies do not apply to it if it is a superuser. */
  readonly serverUrl: string;
  drop(): Promise<void>;
};

/** Drops a database without waiting. The end of the run drops the remaining ones. */
export function dropLater(database: TestDatabase): void {
  database.drop().catch(() => undefined);
}

/** The next database, made while the current file runs: a worker keeps its modules between files. */
const ready = new Map<ServerKind, Promise<string>>();
const used = new Set<string>();

/** A new database with schema, partitions and reference data, copied from the template of the server. */
export async function givenDatabase(kind: ServerKind = 'quick'): Promise<TestDatabase> {
  const server = await serverOf(kind);
  const name = await (ready.get(kind) ?? copyTemplate(server));
  await until(`PostgreSQL has ${CONNECTIONS_FREE} free connections`, () => hasConnections(server));
  const next = copyTemplate(server);
  ready.set(kind, next);
  // The file that awaits the database reports a failure.
  next.catch(() => undefined);
  useDatabase(name);
  return {
    name,
    url: databaseUrl(server.url, name, server.roles.owner),
    engineUrl: databaseUrl(server.url, name, server.roles.engine),
    serverUrl: databaseUrl(server.url, name, undefined),
    drop: async () => {
      await onServer(`drop database ${name} with (force)`, server.url);
    },
  };
}

/** Counts the work of this database for the current file too. */
export function useDatabase(name: string): void {
  used.add(name);
}

/** The names of the databases that this worker was given since the last call. */
export function takeUsedDatabases(): string[] {
  const names = [...used];
  used.clear();
  return names;
}

/** A test file starts only with this many: a system that gets no connection fails at its start. */
const CONNECTIONS_FREE = 30;

async function hasConnections({ url }: DatabaseServer): Promise<boolean> {
  const [row] = await onServer(
    `select current_setting('max_connections')::int - count(*)::int as free from pg_stat_activity`,
    url,
  );
  return Number(row?.['free']) >= CONNECTIONS_FREE;
}

/** Copied as files: through the log it takes three times the CPU. */
async function copyTemplate({ url, roles, template }: DatabaseServer): Promise<string> {
  const name = `${inject('runName')}_${randomBytes(4).toString('hex')}`;
  const isQuick = url === inject('quickServer').url;
  await onServer(
    `create database ${name} template ${template} owner ${pg.escapeIdentifier(roles.owner)}${isQuick ? ' strategy file_copy' : ''}`,
    url,
  );
  return name;
}
