// PostgreSQL ignores row-level security for superusers, and the server refuses to run as one. Databases made for
// sandboxes, benches and tests therefore belong to a plain role, which is made where `DATABASE_URL` names somebody
// mightier and stays on that server.
import pg from 'pg';
import { withDatabase } from './with-database.ts';

/** Neither superuser nor BYPASSRLS; it owns what it is given and nothing else. */
const PLAIN_ROLE = 'volley_plain';
const LOCK = 7_700_010;

/** Who a new database on this server should belong to; undefined where the user of the address is plain already. */
export function givenPlainRole(serverUrl: string): Promise<string | undefined> {
  return withDatabase(serverUrl, async (client) => {
    const maker = await roleOf(client, 'current_user');
    if (maker?.isMighty !== true) return undefined;
    // Others on this server may be about to make it as well.
    await client.query(`begin; select pg_advisory_xact_lock(${LOCK})`);
    const known = await roleOf(client, `'${PLAIN_ROLE}'`);
    if (known?.isMighty === true) throw new Error(`the role ${PLAIN_ROLE} of the database is no plain one`);
    if (known === undefined) await client.query(`create role ${PLAIN_ROLE} login nosuperuser nobypassrls`);
    // Servers that ask for a password get the one that the maker has.
    const { password } = new URL(serverUrl);
    if (password !== '')
      await client.query(`alter role ${PLAIN_ROLE} password ${pg.escapeLiteral(decodeURIComponent(password))}`);
    await client.query('commit');
    return PLAIN_ROLE;
  });
}

/** The address for a role that `givenPlainRole` named; the password of the address is its own too. */
export function asRole(address: string, role: string | undefined): string {
  const url = new URL(address);
  if (role !== undefined) url.username = role;
  return url.href;
}

async function roleOf(client: pg.Client, name: string): Promise<{ isMighty: boolean } | undefined> {
  const { rows } = await client.query<{ isMighty: boolean }>(
    `select rolsuper or rolbypassrls as "isMighty" from pg_roles where rolname = ${name}`,
  );
  return rows[0];
}
