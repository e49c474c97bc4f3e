// Sign-in links for one use, created by the operator of the installation: `/console/sign-in#link=TOKEN`. The token
// follows the #, so it never reaches logs of servers or proxies.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { mintSecret } from './session-cookie.ts';
import { insertLink, selectAccounts } from './sessions.sql.ts';

const LINK_LIFETIME_MS = 15 * 60_000;

export async function mintSignInLink(
  { db }: Pick<Platform, 'db'>,
  { login, kind }: { readonly login: string; readonly kind: 'partner' | 'staff' },
): Promise<{ token: string; expiresAt: Date }> {
  return inTransaction(db, async (tx) => {
    const accounts = await selectAccounts(tx, login);
    const account = accounts.find(({ staffId, active }) => active && (staffId !== null) === (kind === 'staff'));
    if (account === undefined) throw new Refusal('not-found', { kind: 'Login', id: login });
    const { value, digest } = mintSecret();
    const expiresAt = new Date(tx.now.getTime() + LINK_LIFETIME_MS);
    const { partnerId, userId, staffId } = account;
    await insertLink(tx, { partnerId, userId, staffId, digest, expiresAt });
    return { token: value, expiresAt };
  });
}
