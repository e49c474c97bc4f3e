import type { Database, Tx } from '../../platform/database/database.ts';

export type PartnerRow = {
  id: number;
  passwordHash: string;
  tokenVersion: number;
  status: 'ACTIVE' | 'DISABLED';
};

export async function findPartnerByLogin(tx: Tx, login: string): Promise<PartnerRow | undefined> {
  const rows = await tx.query<PartnerRow>(
    `select id, password_hash as "passwordHash", token_version as "tokenVersion", status
     from partners
     where login = $1`,
    [login],
  );
  return rows[0];
}

export async function insertPartner(
  tx: Tx,
  partner: { login: string; passwordHash: string; currency: string },
): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `insert into partners (login, password_hash, currency, created_at)
     values ($1, $2, $3, $4)
     on conflict (login)
     do nothing
     returning id`,
    [partner.login, partner.passwordHash, partner.currency, tx.now],
  );
  return rows[0]?.id;
}

/** The new version invalidates every earlier token. */
export async function updatePassword(tx: Tx, partnerId: number, passwordHash: string): Promise<boolean> {
  const rows = await tx.query(
    `update partners
     set password_hash = $2, token_version = token_version + 1
     where id = $1
     returning id`,
    [partnerId, passwordHash],
  );
  return rows.length === 1;
}

export async function deleteTokens(tx: Tx, partnerId: number): Promise<void> {
  await tx.query('delete from partner_tokens where partner_id = $1', [partnerId]);
}

export async function insertToken(
  tx: Tx,
  token: { publicId: string; partnerId: number; digest: Buffer; tokenVersion: number; expiresAt: Date | null },
): Promise<void> {
  await tx.query(
    `insert into partner_tokens (public_id, partner_id, digest, token_version, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [token.publicId, token.partnerId, token.digest, token.tokenVersion, token.expiresAt, tx.now],
  );
}

export type TokenRow = { partnerId: number; currency: string; digest: Buffer; valid: boolean };

/** Runs before every request, so it is a single statement by primary key without a transaction. */
export async function findToken(db: Database, publicId: string): Promise<TokenRow | undefined> {
  const result = await db.pool.query<TokenRow>({
    name: 'find-token',
    text: `select
             p.id as "partnerId",
             p.currency,
             t.digest,
             p.status = 'ACTIVE'
               and p.token_version = t.token_version
               and (t.expires_at is null or t.expires_at > business_now()) as valid
           from partner_tokens t
           join partners p on p.id = t.partner_id
           where t.public_id = $1`,
    values: [publicId],
  });
  return result.rows[0];
}
