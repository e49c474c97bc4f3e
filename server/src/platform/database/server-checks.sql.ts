// Settings of the server and the role of the connection.
import type { Session, Tx } from './database.ts';

type Setting = { readonly name: string; readonly setting: string };

export function selectDurability(tx: Tx): Promise<Setting[]> {
  return tx.query<Setting>(
    `select name, setting
     from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit')
     order by name`,
  );
}

type Role = { readonly name: string; readonly privilege: string | null; readonly tenant: string | null };

export async function selectRole(session: Session): Promise<Role | undefined> {
  const rows = await session.query<Role>(
    `select
       rolname as name,
       case
         when rolsuper then 'is a superuser'
         when rolbypassrls then 'has BYPASSRLS'
       end as privilege,
       current_setting('app.tenant', true) as tenant
     from pg_roles
     where rolname = current_user`,
  );
  return rows[0];
}
