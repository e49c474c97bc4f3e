import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type SecretRow = {
  id: number;
  company_id: number;
  secret_sealed: string;
  created_at: Date;
  ends_at: Date | null;
};

export async function deleteEndingSecrets(tx: Tx, companyId: number): Promise<void> {
  await tx.query(
    `delete from callback_secrets
     where company_id = $1
       and ends_at is not null`,
    [companyId],
  );
}

export async function updateSecretsEnd(tx: Tx, companyId: number, endsAt: Date): Promise<void> {
  await tx.query(
    `update callback_secrets
     set ends_at = $2
     where company_id = $1`,
    [companyId, endsAt],
  );
}

export async function insertSecret(tx: Tx, companyId: number, sealed: string): Promise<SecretRow | undefined> {
  const rows = await tx.query<SecretRow>(
    `insert into callback_secrets (company_id, secret_sealed, created_at)
     select id, $2, $3
     from companies
     where id = $1
     returning id, company_id, secret_sealed, created_at, ends_at`,
    [companyId, sealed, tx.now],
  );
  return rows[0];
}

/** Secrets that sign now; the newest of each company first. */
export function selectSecrets(tx: Tx, companyIds: readonly number[]): Promise<SecretRow[]> {
  return tx.query<SecretRow>(
    `select id, company_id, secret_sealed, created_at, ends_at
     from callback_secrets
     where company_id = any($1::int[])
       and (ends_at is null or ends_at > $2)
     order by company_id, id desc`,
    [companyIds, tx.now],
  );
}

export function selectSealedBefore(tx: Tx, currentPrefix: string) {
  return tx.query<{ id: number; secret_sealed: string }>(
    `select id, secret_sealed
     from callback_secrets
     where not starts_with(secret_sealed, $1)
     for update`,
    [currentPrefix],
  );
}

const resealed = bulkColumns({ id: 'int', sealed: 'text' });

export async function updateSealed(tx: Tx, rows: readonly { id: number; sealed: string }[]): Promise<void> {
  await tx.query(
    `update callback_secrets s
     set secret_sealed = u.sealed
     from ${resealed.as('u')}
     where s.id = u.id`,
    resealed.values(rows),
  );
}
