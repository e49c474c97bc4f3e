// A new database on an existing server. Only a database made here is ever dropped.
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import pg from 'pg';

export type FreshDatabase = { readonly name: string; readonly url: string; drop(): Promise<void> };

export async function createFreshDatabase(serverUrl: string, what: string): Promise<FreshDatabase> {
  const name = `volley_${what}_${randomBytes(6).toString('hex')}`;
  const server = withUser(serverUrl);
  await runStatement(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => runStatement(server, `drop database if exists ${name} with (force)`) };
}

export async function withDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: withUser(url) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const runStatement = (url: string, statement: string): Promise<void> =>
  withDatabase(url, async (client) => {
    await client.query(statement);
  });

/** An address without a user means the user of the system; the driver only looks into the environment. */
export function withUser(address: string): string {
  const url = new URL(address);
  if (url.username === '') url.username = process.env['PGUSER'] ?? userInfo().username;
  return url.href;
}
