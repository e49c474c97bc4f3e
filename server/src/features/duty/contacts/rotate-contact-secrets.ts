// Seals the secrets of all contacts under the current key, so that an old key can be removed.
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectSealedBefore, updateSealed } from './contacts.sql.ts';

export async function rotateContactSecrets({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const rows = await selectSealedBefore(tx, `${secrets.currentKeyId}.`);
    if (rows.length > 0)
      await updateSealed(
        tx,
        rows.map(({ id, sealed }) => ({ id, sealed: secrets.seal(secrets.open(sealed)) })),
      );
    return rows.length;
  });
}
