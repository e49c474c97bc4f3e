// Signing secrets of a company's callbacks (Standard Webhooks). A secret is shown once, on creation. A new secret signs
// at once; the previous one signs beside it for a day, so that receivers can switch over.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { deleteEndingSecrets, insertSecret, type SecretRow, selectSecrets, updateSecretsEnd } from './secrets.sql.ts';
import { newSigningSecret, SECRET_OVERLAP_MS, signingKeyOf } from './signing-secret-form.ts';

export type SigningSecret = {
  readonly id: number;
  readonly createdAt: Date;
  /** End of signing; null for the current secret. */
  readonly endsAt: Date | null;
};

export type ShownSecret = SigningSecret & { readonly secret: string };

/** Creates the first or the next secret of a company. At most two sign at a time. */
export async function rotateSecret(tx: Tx, secrets: SecretBox, companyId: number): Promise<ShownSecret> {
  const secret = newSigningSecret();
  await deleteEndingSecrets(tx, companyId);
  await updateSecretsEnd(tx, companyId, new Date(tx.now.getTime() + SECRET_OVERLAP_MS));
  const row = await insertSecret(tx, companyId, secrets.seal(secret));
  if (row === undefined) throw new Refusal('not-found', { kind: 'Company', id: companyId });
  return { ...shown(row), secret };
}

export async function listSecrets(tx: Tx, companyId: number): Promise<SigningSecret[]> {
  return (await selectSecrets(tx, [companyId])).map(shown);
}

function shown({ id, created_at, ends_at }: SecretRow): SigningSecret {
  return { id, createdAt: created_at, endsAt: ends_at };
}

/** Signing keys by company, the current key first. */
export async function findSigningKeys(
  tx: Tx,
  secrets: SecretBox,
  companyIds: readonly number[],
): Promise<Map<number, Buffer[]>> {
  const rows = companyIds.length === 0 ? [] : await selectSecrets(tx, companyIds);
  const byCompany = Map.groupBy(rows, (row) => row.company_id);
  return new Map(
    [...byCompany].map(([companyId, own]) => [
      companyId,
      own.map((row) => signingKeyOf(secrets.open(row.secret_sealed))),
    ]),
  );
}
