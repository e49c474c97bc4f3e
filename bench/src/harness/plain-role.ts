// PostgreSQL ignores row-level security for superusers, and the server refuses to run as one. Databases of sandboxes,
// benches and tests therefore belong to a plain role. It is created if the user of `DATABASE_URL` is privileged, and
// stays on that server.
import pg from 'pg';
import { withDatabase } from './with-database.ts';

/** Neither superuser nor BYPASSRLS. */
const PLAIN_ROLE = 'volley_plain';
const LOCK = 7_700_010;

/** Owner of a new database on this server; undefined if the user of the address is plain already. */
export function givenPlainRole(serverUrl: string): Promise<string | undefined> {
  return withDatabase(serverUrl, async (client) => {
    const maker = await roleOf(client, 'current_user');
    if (maker?.isMighty !== true) return undefined;
    // Another process on this server may create the role at the same time.
    await client.query(`begin; select pg_advisory_xact_lock(${LOCK})`);
    const known = await roleOf(client, `'${PLAIN_ROLE}'`);
    if (known?.isMighty === true) throw new Error(`role ${PLAIN_ROLE} is a superuser or has BYPASSRLS`);
    if (known === undefined) await client.query(`create role ${PLAIN_ROLE} login nosuperuser nobypassrls`);
    // Servers with password authentication get the password of the creator.
    const { password } = new URL(serverUrl);
    if (password !== '')
      await client.query(`alter role ${PLAIN_ROLE} password ${pg.escapeLiteral(decodeURIComponent(password))}`);
    await client.query('commit');
    return PLAIN_ROLE;
  });
}

/** The address with another role; the password of the address applies to it too. */
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
