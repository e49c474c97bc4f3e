// Seals every callback password and signing secret under the current key, so that an old key can be removed.
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectSealedBefore, updateSealed } from './secrets.sql.ts';
import { selectCredentials, updateCredentials } from './targets.sql.ts';

export async function rotateCredentials({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  const reseal = (sealed: string) => secrets.seal(secrets.open(sealed));
  return inTransaction(db, async (tx) => {
    const rows = await selectCredentials(tx, `${secrets.currentKeyId}.`);
    if (rows.length > 0)
      await updateCredentials(
        tx,
        rows.map((row) => ({ id: row.id, sealed: reseal(row.credentials_sealed) })),
      );
    const signing = await selectSealedBefore(tx, `${secrets.currentKeyId}.`);
    if (signing.length > 0)
      await updateSealed(
        tx,
        signing.map((row) => ({ id: row.id, sealed: reseal(row.secret_sealed) })),
      );
    return rows.length + signing.length;
  });
}
