// Creates a database on an existing server, owned by a plain role. Only databases created here are dropped.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { asRole, givenRoles } from './database-roles.ts';
import { withDatabase, withUser } from './with-database.ts';

export type FreshDatabase = {
  readonly name: string;
  /** Address with the owner as user. */
  readonly url: string;
  /** Address with the engine as user. */
  readonly engineUrl: string;
  drop(): Promise<void>;
};

export async function createFreshDatabase(serverUrl: string, what: string): Promise<FreshDatabase> {
  const name = `volley_${what}_${randomBytes(6).toString('hex')}`;
  const server = withUser(serverUrl);
  const { owner, engine } = await givenRoles(server);
  await runStatement(server, `create database ${name} owner ${pg.escapeIdentifier(owner)}`);
  const addressFor = (role: string) => {
    const url = new URL(asRole(server, role));
    url.pathname = `/${name}`;
    return url.href;
  };
  const drop = () => runStatement(server, `drop database if exists ${name} with (force)`);
  return { name, url: addressFor(owner), engineUrl: addressFor(engine), drop };
}

const runStatement = (url: string, statement: string): Promise<void> =>
  withDatabase(url, async (client) => {
    await client.query(statement);
  });
