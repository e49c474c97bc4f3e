// Row-level security is the second wall between partners, and PostgreSQL ignores it for superusers and for roles with
// BYPASSRLS.
import { type Database, inSession } from './database.ts';
import type { Logger } from './log.ts';

const PROBE_TIMEOUT_MS = 60_000;

/** Throws when the role of the connection is above the policies; in test mode it only says so. */
export async function probeRole(db: Database, testMode: 'on' | 'off', log: Logger): Promise<void> {
  const [role] = await inSession(db, PROBE_TIMEOUT_MS, (session) =>
    session.query<{ name: string; privilege: string | null }>(
      `select rolname as name, case when rolsuper then 'is a superuser' when rolbypassrls then 'has BYPASSRLS' end as privilege
         from pg_roles where rolname = current_user`,
    ),
  );
  if (role === undefined || role.privilege === null) return;
  const told = `the database role ${role.name} ${role.privilege}, so nothing but queries keeps partners apart: use a plain role that owns the database`;
  if (testMode === 'off') throw new Error(told);
  log.warn(told);
}
