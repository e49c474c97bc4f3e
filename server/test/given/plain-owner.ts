// PostgreSQL ignores row-level security for superusers: a database that belongs to a role without any privilege, as an
// operator sets it up.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { onServer, type TestDatabase } from './servers.ts';

export type PlainOwner = { readonly url: string; drop(): Promise<void> };

/** The address of the database for a plain role that owns its tables; the user of the tests where that is one. */
export async function givenPlainOwner(database: TestDatabase): Promise<PlainOwner> {
  const [user] = await onServer('select rolsuper as "isSuperuser" from pg_roles where rolname = current_user');
  if (user?.['isSuperuser'] !== true) return { url: database.url, drop: async () => undefined };
  const role = `volley_test_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await onServer(`create role ${role} login password '${password}'`);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(
      `do $$ declare name regclass; begin
         for name in select oid::regclass from pg_class
           where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
           execute format('alter table %s owner to ${role}', name);
         end loop;
         grant all on schema public to ${role};
       end $$`,
    );
  } finally {
    await client.end();
  }
  const url = new URL(database.url);
  Object.assign(url, { username: role, password });
  return { url: url.href, drop: async () => void (await onServer(`drop role if exists ${role}`)) };
}
