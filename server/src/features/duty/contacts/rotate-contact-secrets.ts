// Seals the secrets of all contacts under the current key, so that an old key can be removed.
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectSealedBefore, updateSealed } from './contacts.sql.ts';

export async function rotateContactSecrets({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  const reseal = (sealed: string | null) => (sealed === null ? null : secrets.seal(secrets.open(sealed)));
  return inTransaction(db, async (tx) => {
    const rows = await selectSealedBefore(tx, `${secrets.currentKeyId}.`);
    if (rows.length > 0)
      await updateSealed(
        tx,
        rows.map(({ id, sealed, previous }) => ({ id, sealed: reseal(sealed), previous: reseal(previous) })),
      );
    return rows.length;
  });
}
