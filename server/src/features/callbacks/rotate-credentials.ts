// Seals every callback password again under the current key, so that an old key can be taken away.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectCredentials, updateCredentials } from './callbacks.sql.ts';

export async function rotateCredentials({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const rows = await selectCredentials(tx, `${secrets.currentKeyId}.`);
    if (rows.length > 0)
      await updateCredentials(
        tx,
        rows.map((row) => ({ id: row.id, sealed: secrets.seal(secrets.open(row.credentials_sealed)) })),
      );
    return rows.length;
  });
}
