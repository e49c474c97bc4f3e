import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPartnerByLogin, insertToken } from './access.sql.ts';
import { rememberSignIn } from './known-sign-ins.ts';
import { type HashTurn, isPassword } from './password.ts';
import { mintToken } from './token.ts';

const DAY_MS = 86_400_000;

export type IssuedToken = { readonly token: string; readonly expiresAt: Date | null };

/** An unknown login, a wrong password and a disabled partner get the same response in the same time. */
export async function issueToken(
  { db, config, costs }: Pick<Platform, 'db' | 'config' | 'costs'>,
  { login, password }: { login: string; password: string },
  turn: HashTurn,
): Promise<IssuedToken> {
  const partner = await read(db, (tx) => findPartnerByLogin(tx, login));
  // Outside of any transaction: hashing is slow and must not hold a connection.
  const proven = await isPassword(password, partner?.passwordHash, turn, costs.password);
  if (!proven || partner?.status !== 'ACTIVE') throw new Refusal('bad-credentials');
  return inTransaction(db, async (tx) => {
    const { token, publicId, digest } = mintToken('partner');
    const lifetimeMs = config.tokenLifetimeDays * DAY_MS;
    const expiresAt = lifetimeMs === 0 ? null : new Date(tx.now.getTime() + lifetimeMs);
    // The version read with the password hash: if the password has changed meanwhile, this token is invalid.
    await insertToken(tx, { publicId, digest, partnerId: partner.id, tokenVersion: partner.tokenVersion, expiresAt });
    await rememberSignIn(tx, login, turn.caller);
    return { token, expiresAt };
  });
}
