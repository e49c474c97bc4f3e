// A new database on an existing server. Only a database made here is ever dropped.
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import pg from 'pg';

export type FreshDatabase = {
  readonly name: string;
  /** As its owner. */
  readonly url: string;
  /** As whoever made it: for a look that row-level security does not narrow. */
  readonly makerUrl: string;
  drop(): Promise<void>;
};

/** `owner` is a role that may log in without a password; without it the database belongs to whoever makes it. */
export async function createFreshDatabase(serverUrl: string, what: string, owner?: string): Promise<FreshDatabase> {
  const name = `volley_${what}_${randomBytes(6).toString('hex')}`;
  const server = withUser(serverUrl);
  await runStatement(server, `create database ${name}${owner === undefined ? '' : ` owner ${owner}`}`);
  const maker = new URL(server);
  maker.pathname = `/${name}`;
  const url = new URL(maker);
  if (owner !== undefined) Object.assign(url, { username: owner, password: '' });
  const drop = () => runStatement(server, `drop database if exists ${name} with (force)`);
  return { name, url: url.href, makerUrl: maker.href, drop };
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
