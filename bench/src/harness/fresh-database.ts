// Creates a database on an existing server, owned by a plain role. Only databases created here are dropped.
import { randomBytes } from 'node:crypto';
import { asRole, givenPlainRole } from './plain-role.ts';
import { withDatabase, withUser } from './with-database.ts';

export type FreshDatabase = {
  readonly name: string;
  /** Address with the owner as user. */
  readonly url: string;
  drop(): Promise<void>;
};

export async function createFreshDatabase(serverUrl: string, what: string): Promise<FreshDatabase> {
  const name = `volley_${what}_${randomBytes(6).toString('hex')}`;
  const server = withUser(serverUrl);
  const owner = await givenPlainRole(server);
  await runStatement(server, `create database ${name}${owner === undefined ? '' : ` owner ${owner}`}`);
  const url = new URL(asRole(server, owner));
  url.pathname = `/${name}`;
  const drop = () => runStatement(server, `drop database if exists ${name} with (force)`);
  return { name, url: url.href, drop };
}

const runStatement = (url: string, statement: string): Promise<void> =>
  withDatabase(url, async (client) => {
    await client.query(statement);
  });
