import { must } from '@volley/domain/must.ts';
import type { PartnerRole } from '@volley/domain/people/partner-role.ts';
import type { StaffRole } from '@volley/domain/people/staff-role.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Owner of a session or a sign-in link. */
export type Holder = {
  readonly partnerId: number | null;
  readonly userId: number | null;
  readonly staffId: number | null;
};

export type Account = Holder & {
  readonly login: string;
  readonly passwordHash: string;
  readonly tokenVersion: number;
  readonly active: boolean;
};

export const ACCOUNTS = `
  select
    p.id as "partnerId",
    null::integer as "userId",
    null::integer as "staffId",
    p.login,
    p.password_hash as "passwordHash",
    p.token_version as "tokenVersion",
    p.status = 'ACTIVE' as active
  from partners p
  union all
  select
    u.partner_id,
    u.id,
    null,
    u.login,
    u.password_hash,
    u.token_version,
    u.status = 'ACTIVE' and p.status = 'ACTIVE'
  from partner_users u
  join partners p on p.id = u.partner_id
  union all
  select null, null, s.id, s.login, s.password_hash, s.token_version, s.status = 'ACTIVE'
  from staff s`;

/** At most one account of each kind: a partner and a staff member may share a login. */
export function selectAccounts(tx: Tx, login: string): Promise<Account[]> {
  return tx.query<Account>(
    `select *
     from (${ACCOUNTS}) a
     where a.login = $1`,
    [login],
  );
}

export async function selectAccount(tx: Tx, holder: Holder): Promise<Account | undefined> {
  const rows = await tx.query<Account>(
    `select *
     from (${ACCOUNTS}) a
     where a."partnerId" is not distinct from $1
       and a."userId" is not distinct from $2
       and a."staffId" is not distinct from $3`,
    [holder.partnerId, holder.userId, holder.staffId],
  );
  return rows[0];
}

export type NewSession = Holder & {
  readonly digest: Buffer;
  readonly tokenVersion: number;
  readonly address: string;
  readonly device: string;
  readonly expiresAt: Date;
};

export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  const { digest, partnerId, userId, staffId, tokenVersion, address, device, expiresAt } = session;
  const rows = await tx.query<{ id: number }>(
    `insert into sessions (
       digest, partner_id, user_id, staff_id, token_version, address, device, created_at, last_seen_at,
       expires_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
     returning id::double precision as id`,
    [digest, partnerId, userId, staffId, tokenVersion, address, device, tx.now, expiresAt],
  );
  return must(rows[0], 'id of a stored session').id;
}

export async function updateLastSeen(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    `update partner_users
     set last_seen_at = $2
     where id = $1`,
    [userId, tx.now],
  );
}

export type SessionRow = Holder & {
  readonly id: number;
  readonly login: string;
  readonly currency: string | null;
  readonly role: PartnerRole | null;
  readonly roles: readonly StaffRole[] | null;
  readonly valid: boolean;
  /** True: `last_seen_at` is older than a minute. */
  readonly stale: boolean;
};

/** Runs before every request of the console, so it is a single statement without a transaction. */
export async function findSession(db: Database, digest: Buffer, idleMs: number): Promise<SessionRow | undefined> {
  const result = await db.pool.query<SessionRow>({
    name: 'find-session',
    text: `select
             t.id::double precision as id,
             t.partner_id as "partnerId",
             t.user_id as "userId",
             t.staff_id as "staffId",
             coalesce(s.login, u.login, p.login) as login,
             p.currency,
             case when p.id is not null then coalesce(u.role, 'owner') end as role,
             s.roles,
             t.expires_at > n.now
               and t.last_seen_at > n.now - $2 * interval '1 millisecond'
               and t.token_version = coalesce(s.token_version, u.token_version, p.token_version)
               and coalesce(s.status, p.status) = 'ACTIVE'
               and coalesce(u.status, 'ACTIVE') = 'ACTIVE' as valid,
             t.last_seen_at < n.now - interval '1 minute' as stale
           from sessions t
           left join partners p on p.id = t.partner_id
           left join partner_users u on u.id = t.user_id
           left join staff s on s.id = t.staff_id
           cross join (select business_now() as now) n
           where t.digest = $1`,
    values: [digest, idleMs],
  });
  return result.rows[0];
}

export async function touchSession(db: Database, id: number): Promise<void> {
  await db.pool.query(
    `update sessions
     set last_seen_at = business_now()
     where id = $1`,
    [id],
  );
}

export async function dropSession(db: Database, id: number): Promise<void> {
  await db.pool.query('delete from sessions where id = $1', [id]);
}

export type OwnSession = {
  readonly id: number;
  readonly address: string;
  readonly device: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
};

const OF_HOLDER = `partner_id is not distinct from $1
       and user_id is not distinct from $2
       and staff_id is not distinct from $3`;

export function selectSessions(tx: Tx, holder: Holder, idleMs: number): Promise<OwnSession[]> {
  return tx.query<OwnSession>(
    `select
       id::double precision as id,
       address,
       device,
       created_at as "createdAt",
       last_seen_at as "lastSeenAt",
       expires_at as "expiresAt"
     from sessions
     where ${OF_HOLDER}
       and expires_at > $4
       and last_seen_at > $4::timestamptz - $5 * interval '1 millisecond'
     order by last_seen_at desc, id desc
     limit 100`,
    [holder.partnerId, holder.userId, holder.staffId, tx.now, idleMs],
  );
}

/** `onlyId`: only this session. `exceptId`: all others. Neither: all sessions of the holder. */
export async function deleteSessions(
  tx: Tx,
  holder: Holder,
  { onlyId, exceptId }: { readonly onlyId?: number; readonly exceptId?: number } = {},
): Promise<number> {
  const rows = await tx.query(
    `delete from sessions
     where ${OF_HOLDER}
       and ($4::bigint is null or id = $4)
       and ($5::bigint is null or id <> $5)
     returning 1`,
    [holder.partnerId, holder.userId, holder.staffId, onlyId ?? null, exceptId ?? null],
  );
  return rows.length;
}

export async function insertLink(tx: Tx, link: Holder & { digest: Buffer; expiresAt: Date }): Promise<void> {
  await tx.query(
    `insert into sign_in_links (digest, partner_id, user_id, staff_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [link.digest, link.partnerId, link.userId, link.staffId, tx.now, link.expiresAt],
  );
}

/** Deletes the link: of concurrent sign-ins with one link only one succeeds. */
export async function claimLink(tx: Tx, digest: Buffer): Promise<Holder | undefined> {
  const rows = await tx.query<Holder & { expiresAt: Date }>(
    `delete from sign_in_links
     where digest = $1
     returning
       partner_id as "partnerId",
       user_id as "userId",
       staff_id as "staffId",
       expires_at as "expiresAt"`,
    [digest],
  );
  const [link] = rows;
  return link !== undefined && link.expiresAt > tx.now ? link : undefined;
}

export async function deleteExpiredSessions(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from sessions
     where id in (
       select id
       from sessions
       where expires_at < $1
       limit $2
     )
     returning 1`,
    [tx.now, limit],
  );
  return rows.length;
}

export async function deleteExpiredLinks(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from sign_in_links
     where digest in (
       select digest
       from sign_in_links
       where expires_at < $1
       limit $2
     )
     returning 1`,
    [tx.now, limit],
  );
  return rows.length;
}
