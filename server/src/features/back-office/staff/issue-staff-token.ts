import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { rememberSignIn } from '../../access/known-sign-ins.ts';
import { type HashTurn, isPassword } from '../../access/password.ts';
import { mintToken } from '../../access/token.ts';
import { findStaffByLogin, insertStaffToken } from './staff.sql.ts';

const HOUR_MS = 3_600_000;

/** An unknown login, a wrong password and a disabled account get the same response in the same time. */
export async function issueStaffToken(
  { db, config, costs }: Pick<Platform, 'db' | 'config' | 'costs'>,
  { login, password }: { login: string; password: string },
  turn: HashTurn,
): Promise<{ token: string; expiresAt: Date | null }> {
  const staff = await read(db, (tx) => findStaffByLogin(tx, login));
  const proven = await isPassword(password, staff?.passwordHash, turn, costs.password);
  if (!proven || staff?.status !== 'ACTIVE') throw new Refusal('bad-credentials');
  return inTransaction(db, async (tx) => {
    const { token, publicId, digest } = mintToken('staff');
    const lifetimeMs = config.staffTokenHours * HOUR_MS;
    const expiresAt = lifetimeMs === 0 ? null : new Date(tx.now.getTime() + lifetimeMs);
    await insertStaffToken(tx, { publicId, digest, staffId: staff.id, tokenVersion: staff.tokenVersion, expiresAt });
    await rememberSignIn(tx, login, turn.caller);
    return { token, expiresAt };
  });
}
