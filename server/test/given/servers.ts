// The PostgreSQL and NATS servers that integration tests use, and databases on them.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { asRole, givenPlainRole } from '../../../bench/src/stand/plain-role.ts';
import { readConfig } from '../../src/config.ts';

export const DATABASE_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/test';
export const NATS_URL = process.env['TEST_NATS_URL'] ?? process.env['NATS_URL'] ?? readConfig({}).natsUrl;

/** The role that owns the databases of tests; PostgreSQL ignores row-level security for the user of the server. */
export const plainRole = () => givenPlainRole(DATABASE_SERVER_URL);

/** As this role, else as the user of the server. */
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
  /** As the plain role that owns it. */
  readonly url: string;
  /** As the user of the server, whom policies do not hold where that is a superuser. */
  readonly serverUrl: string;
  drop(): Promise<void>;
};

/** Nobody waits for it: the server writes a checkpoint first. The end of the run removes what is left. */
export function dropLater(database: TestDatabase): void {
  database.drop().catch(() => undefined);
}

/** Made while the file before runs: a worker keeps its modules between files. */
let ready: Promise<string> | undefined;

/** A database of its own with schema, partitions and reference data, copied from the run's template. */
export async function givenDatabase(): Promise<TestDatabase> {
  const name = await (ready ?? copyTemplate());
  ready = copyTemplate();
  // A failure is reported by the file that waits for the database.
  ready.catch(() => undefined);
  return {
    name,
    url: databaseUrl(name, inject('plainRole')),
    serverUrl: databaseUrl(name, undefined),
    drop: async () => void (await onServer(`drop database ${name} with (force)`)),
  };
}

async function copyTemplate(): Promise<string> {
  const name = `${inject('runName')}_${randomBytes(4).toString('hex')}`;
  const role = inject('plainRole');
  await onServer(
    `create database ${name} template ${inject('templateName')}${role === undefined ? '' : ` owner ${role}`}`,
  );
  return name;
}
