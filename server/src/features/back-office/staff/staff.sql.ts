import type { StaffRole } from '@volley/domain/people/staff-role.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Staff } from './staff.ts';

export type StaffSecrets = { id: number; passwordHash: string; tokenVersion: number; status: Staff['status'] };

export async function findStaffByLogin(tx: Tx, login: string): Promise<StaffSecrets | undefined> {
  const rows = await tx.query<StaffSecrets>(
    `select id, password_hash as "passwordHash", token_version as "tokenVersion", status
     from staff
     where login = $1`,
    [login],
  );
  return rows[0];
}

const COLUMNS = 'id as "staffId", login, roles, status, created_at as "createdAt"';

export function selectStaff(tx: Tx): Promise<Staff[]> {
  return tx.query<Staff>(
    `select ${COLUMNS}
     from staff
     order by id`,
  );
}

/** Undefined: the login is taken. */
export async function insertStaff(
  tx: Tx,
  staff: { login: string; passwordHash: string; roles: readonly StaffRole[] },
): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `insert into staff (login, password_hash, roles, created_at)
     values ($1, $2, $3, $4)
     on conflict (login)
     do nothing
     returning id`,
    [staff.login, staff.passwordHash, staff.roles, tx.now],
  );
  return rows[0]?.id;
}

export async function updateRoles(tx: Tx, staffId: number, roles: readonly StaffRole[]): Promise<Staff | undefined> {
  const rows = await tx.query<Staff>(
    `update staff
     set roles = $2
     where id = $1
     returning ${COLUMNS}`,
    [staffId, roles],
  );
  return rows[0];
}

/** A new password or status increments the version, which invalidates every earlier token. */
export async function updateSignIn(
  tx: Tx,
  staffId: number,
  change: { passwordHash?: string; status?: Staff['status'] },
): Promise<Staff | undefined> {
  const rows = await tx.query<Staff>(
    `update staff
     set
       password_hash = coalesce($2, password_hash),
       status = coalesce($3, status),
       token_version = token_version + 1
     where id = $1
     returning ${COLUMNS}`,
    [staffId, change.passwordHash ?? null, change.status ?? null],
  );
  return rows[0];
}

export async function deleteStaffTokens(tx: Tx, staffId: number): Promise<void> {
  await tx.query('delete from staff_tokens where staff_id = $1', [staffId]);
}

/** Locks the rows, so that two concurrent changes cannot remove the last admin. */
export async function lockActiveAdmins(tx: Tx): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id
     from staff
     where status = 'ACTIVE'
       and 'admin' = any(roles)
     order by id
     for update`,
  );
  return rows.map(({ id }) => id);
}

export async function insertStaffToken(
  tx: Tx,
  token: { publicId: string; staffId: number; digest: Buffer; tokenVersion: number; expiresAt: Date | null },
): Promise<void> {
  await tx.query(
    `insert into staff_tokens (public_id, staff_id, digest, token_version, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [token.publicId, token.staffId, token.digest, token.tokenVersion, token.expiresAt, tx.now],
  );
}

export type StaffTokenRow = {
  staffId: number;
  login: string;
  roles: readonly StaffRole[];
  digest: Buffer;
  valid: boolean;
};

/** Read at every request, including roles: a removed role takes effect with the next request. */
export async function findStaffToken(db: Database, publicId: string): Promise<StaffTokenRow | undefined> {
  const result = await db.pool.query<StaffTokenRow>({
    name: 'find-staff-token',
    text: `select
             s.id as "staffId",
             s.login,
             s.roles,
             t.digest,
             s.status = 'ACTIVE'
               and s.token_version = t.token_version
               and (t.expires_at is null or t.expires_at > business_now()) as valid
           from staff_tokens t
           join staff s on s.id = t.staff_id
           where t.public_id = $1`,
    values: [publicId],
  });
  return result.rows[0];
}
