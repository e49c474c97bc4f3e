// Row-level security is the second barrier between partners; PostgreSQL ignores it for superusers and roles with
// BYPASSRLS.

import type { Logger } from '../log.ts';
import { type Database, inSession } from './database.ts';
import { selectRole } from './server-checks.sql.ts';

const PROBE_TIMEOUT_MS = 60_000;

/**
 * Throws when the role of the connection bypasses the policies; in test mode it only logs a warning. Throws when the
 * connection has lost its tenant: the policies would hide every token, and every request would be answered with 401.
 */
export async function probeRole(db: Database, testMode: boolean, log: Logger): Promise<void> {
  const { engine, ...requests } = db;
  await probePool(requests, testMode, log);
  if (engine !== undefined) await probePool({ ...requests, pool: engine }, testMode, log);
}

async function probePool(db: Database, testMode: boolean, log: Logger): Promise<void> {
  const role = await inSession(db, PROBE_TIMEOUT_MS, selectRole);
  if (role !== undefined && role.tenant !== 'system')
    throw new Error(
      `a connection has app.tenant '${role.tenant ?? ''}' instead of 'system': a pooler between the service and PostgreSQL drops the startup parameter options; set app.tenant for its connections (connect_query of PgBouncer)`,
    );
  if (role === undefined || role.privilege === null) return;
  const problem = `the database role ${role.name} ${role.privilege}, which disables row-level security: use a plain role that owns the database`;
  if (!testMode) throw new Error(problem);
  log.warn(problem);
}
