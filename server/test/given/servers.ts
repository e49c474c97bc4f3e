// The PostgreSQL and NATS servers of the integration tests.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { asRole, type DatabaseRoles } from '../../../bench/src/harness/database-roles.ts';
import { readConfig } from '../../src/config.ts';

export const DATABASE_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/test';
export const NATS_URL = process.env['TEST_NATS_URL'] ?? process.env['NATS_URL'] ?? readConfig({}).natsUrl;

/** Files of the systems under test, by database. */
export const TEST_FILES = join(tmpdir(), 'volley-test-files');

export type DatabaseServer = {
  readonly url: string;
  /** PostgreSQL ignores row-level security for superusers, so databases of tests belong to another role. */
  readonly roles: DatabaseRoles;
  /** The migrated database that test files copy. */
  readonly template: string;
};

/** The address of a database for this role, or for the user of the server. */
export function databaseUrl(server: string, name: string, role: string | undefined): string {
  const url = new URL(asRole(server, role));
  url.pathname = `/${name}`;
  return url.href;
}

export async function onServer(statement: string, url = inject('quickServer').url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
