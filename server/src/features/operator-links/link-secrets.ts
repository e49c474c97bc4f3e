// Passwords and verify tokens of links are sealed under the first key of SECRET_KEYS.
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockClearTokens, lockOldSecrets, type StoredSecrets, updateSecrets } from './link-secrets.sql.ts';

type Needs = Pick<Platform, 'db' | 'secrets'>;

/** Seals all secrets under the current key, so that an old key can be removed. Returns the number of changed links. */
export async function rotateLinkSecrets({ db, secrets }: Needs): Promise<number> {
  return inTransaction(db, async (tx) => {
    const rows = await lockOldSecrets(tx, `${secrets.currentKeyId}.`);
    const sealed = rows.map((row) => ({
      id: row.id,
      passwordSealed: secrets.seal(secrets.open(row.passwordSealed)),
      verifyTokenSealed: sealedToken(secrets, row),
    }));
    if (sealed.length > 0) await updateSecrets(tx, sealed);
    return sealed.length;
  });
}

/** Seals the tokens that the version before has stored in clear. Without a key they stay as they are. */
export async function sealClearTokens({ db, secrets }: Needs): Promise<void> {
  if (secrets.currentKeyId === '') return;
  await inTransaction(db, async (tx) => {
    const rows = await lockClearTokens(tx);
    const sealed = rows.map((row) => ({ ...row, verifyTokenSealed: sealedToken(secrets, row) }));
    if (sealed.length > 0) await updateSecrets(tx, sealed);
  });
}

function sealedToken(secrets: Platform['secrets'], { verifyToken, verifyTokenSealed }: StoredSecrets): string | null {
  const token = verifyToken ?? (verifyTokenSealed === null ? null : secrets.open(verifyTokenSealed));
  return token === null ? null : secrets.seal(token);
}
