import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { PartnerUser, UserRole } from './people.ts';

/** Per partner. */
export const USERS_MAX = 200;

export async function selectPerson(
  tx: Tx,
  { partnerId, userId }: { readonly partnerId: number; readonly userId?: number },
): Promise<{ name: string | null; companies: number }> {
  const rows = await tx.query<{ name: string | null; companies: number }>(
    `select
       (select name from partner_users where id = $2) as name,
       (select count(*)::integer from companies where partner_id = $1) as companies`,
    [partnerId, userId ?? null],
  );
  return must(rows[0], `user ${userId ?? 'owner'} of partner ${partnerId}`);
}

const COLUMNS = `id, login, name, role, status, created_at as "createdAt", last_seen_at as "lastSeenAt"`;

export function selectUsers(tx: Tx, partnerId: number): Promise<PartnerUser[]> {
  return tx.query<PartnerUser>(
    `select ${COLUMNS}
     from partner_users
     where partner_id = $1
     order by id
     limit $2`,
    [partnerId, USERS_MAX],
  );
}

export async function lockUser(tx: Tx, partnerId: number, id: number): Promise<PartnerUser | undefined> {
  const rows = await tx.query<PartnerUser>(
    `select ${COLUMNS}
     from partner_users
     where partner_id = $1
       and id = $2
     for update`,
    [partnerId, id],
  );
  return rows[0];
}

export async function selectOwner(tx: Tx, partnerId: number): Promise<{ login: string; createdAt: Date } | undefined> {
  const rows = await tx.query<{ login: string; createdAt: Date }>(
    `select login, created_at as "createdAt"
     from partners
     where id = $1`,
    [partnerId],
  );
  return rows[0];
}

/** Its users are created one after the other. */
export async function lockPartner(tx: Tx, partnerId: number): Promise<void> {
  await tx.query('select from partners where id = $1 for no key update', [partnerId]);
}

/**
 * Call after `lockPartner`. Undefined: the login is taken, perhaps by another partner, or the partner has `USERS_MAX`
 * users.
 */
export async function insertUser(
  tx: Tx,
  partnerId: number,
  user: { login: string; name: string; role: UserRole; passwordHash: string },
): Promise<PartnerUser | undefined> {
  const rows = await tx.query<PartnerUser>(
    `insert into partner_users (partner_id, login, name, role, password_hash, created_at)
     select $1, $2, $3, $4, $5, $6
     where (select count(*) from partner_users where partner_id = $1) < $7
     on conflict (login)
     do nothing
     returning ${COLUMNS}`,
    [partnerId, user.login, user.name, user.role, user.passwordHash, tx.now, USERS_MAX],
  );
  return rows[0];
}

export type UserChange = {
  readonly name?: string;
  readonly role?: UserRole;
  readonly status?: PartnerUser['status'];
  readonly passwordHash?: string;
};

/** A new password or status increments the version, which ends every session; a new role applies to open sessions. */
export async function updateUser(tx: Tx, id: number, change: UserChange): Promise<PartnerUser> {
  const { name = null, role = null, status = null, passwordHash = null } = change;
  const rows = await tx.query<PartnerUser>(
    `update partner_users
     set
       name = coalesce($2, name),
       role = coalesce($3, role),
       status = coalesce($4, status),
       password_hash = coalesce($5, password_hash),
       token_version = token_version
         + case when $5::text is not null or coalesce($4, status) <> status then 1 else 0 end
     where id = $1
     returning ${COLUMNS}`,
    [id, name, role, status, passwordHash],
  );
  return must(rows[0], `user ${id}`);
}
