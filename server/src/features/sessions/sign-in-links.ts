// Links that sign in once, for whoever runs the installation to hand out: `/console/sign-in#link=TOKEN`. The token
// stands behind the #, so no log of a server or proxy ever holds it.
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { mintSecret } from './session-cookie.ts';
import { insertLink, selectAccounts } from './sessions.sql.ts';

const LINK_LIFETIME_MS = 15 * 60_000;

/** Tools use it as `mintSignInLink(platform, { login, kind })` and print `${baseUrl}/console/sign-in#link=${token}`. */
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
