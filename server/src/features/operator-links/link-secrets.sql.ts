import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

export type StoredSecrets = {
  readonly id: number;
  readonly passwordSealed: string;
  /** In clear: put by the version before. It is newer than a sealed one. */
  readonly verifyToken: string | null;
  readonly verifyTokenSealed: string | null;
};

const COLUMNS = `id,
       password_sealed as "passwordSealed",
       verify_token as "verifyToken",
       verify_token_sealed as "verifyTokenSealed"`;

/** Secrets under an earlier key, and those in clear. */
export function lockOldSecrets(tx: Tx, currentPrefix: string): Promise<StoredSecrets[]> {
  return tx.query<StoredSecrets>(
    `select ${COLUMNS}
     from operator_links
     where not starts_with(password_sealed, $1)
        or not starts_with(verify_token_sealed, $1)
        or verify_token is not null
     order by id
     for update`,
    [currentPrefix],
  );
}

export function lockClearTokens(tx: Tx): Promise<StoredSecrets[]> {
  return tx.query<StoredSecrets>(
    `select ${COLUMNS}
     from operator_links
     where verify_token is not null
     order by id
     for update`,
  );
}

const sealed = bulkColumns({ id: 'int', passwordSealed: 'text', verifyTokenSealed: 'text' });

type SealedSecrets = Omit<StoredSecrets, 'verifyToken'>;

/** Links need no reload: the secrets are the same. */
export async function updateSecrets(tx: Tx, rows: readonly SealedSecrets[]): Promise<void> {
  await tx.query(
    `update operator_links l
     set password_sealed = u.password_sealed,
       verify_token = null,
       verify_token_sealed = u.verify_token_sealed
     from ${sealed.as('u')}
     where l.id = u.id`,
    sealed.values(rows),
  );
}
