// The roles of the service in PostgreSQL, which ignores row-level security for superusers. Databases of sandboxes,
// benches and tests belong to `volley_owner` if the user of `DATABASE_URL` is privileged, else to that user. The engine
// is a member of the owner. Roles stay on their server.
import { must } from '@volley/domain/must.ts';
import pg from 'pg';
import { withDatabase } from './with-database.ts';

export type DatabaseRoles = { readonly owner: string; readonly engine: string };

const OWNER = 'volley_owner';
/** The policies name it. */
const ENGINE = 'volley_engine';
const LOCK = 7_700_010;

type Role = { readonly name: string; readonly isMighty: boolean };

/** Creates the missing roles. */
export function givenRoles(serverUrl: string): Promise<DatabaseRoles> {
  return withDatabase(serverUrl, async (client) => {
    const maker = must(await roleOf(client, 'current_user'), 'the role of the connection');
    const owner = maker.isMighty ? OWNER : maker.name;
    // Another process on this server may create the roles at the same time.
    await client.query(`begin; select pg_advisory_xact_lock(${LOCK})`);
    for (const name of [owner, ENGINE]) {
      const known = await roleOf(client, pg.escapeLiteral(name));
      if (known?.isMighty === true) throw new Error(`role ${name} is a superuser or has BYPASSRLS`);
      if (known === undefined) await create(client, name, serverUrl);
    }
    if (!(await isMember(client, owner)))
      await client.query(`grant ${pg.escapeIdentifier(owner)} to ${pg.escapeIdentifier(ENGINE)}`);
    await client.query('commit');
    return { owner, engine: ENGINE };
  });
}

/** The address with another role; the password of the address applies to it too. */
export function asRole(address: string, role: string | undefined): string {
  const url = new URL(address);
  if (role !== undefined) url.username = role;
  return url.href;
}

/** Servers with password authentication get the password of the creator. */
async function create(client: pg.Client, name: string, serverUrl: string): Promise<void> {
  const { password } = new URL(serverUrl);
  const secret = password === '' ? '' : ` password ${pg.escapeLiteral(decodeURIComponent(password))}`;
  await client.query(`create role ${pg.escapeIdentifier(name)} login nosuperuser nobypassrls${secret}`);
}

async function isMember(client: pg.Client, owner: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select pg_has_role($1, $2, 'usage') as is`, [ENGINE, owner]);
  return rows[0]?.is === true;
}

async function roleOf(client: pg.Client, name: string): Promise<Role | undefined> {
  const { rows } = await client.query<Role>(
    `select rolname as name, rolsuper or rolbypassrls as "isMighty" from pg_roles where rolname = ${name}`,
  );
  return rows[0];
}
