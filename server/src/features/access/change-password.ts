import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteTokens, updatePassword } from './access.sql.ts';
import { hashPassword } from './password.ts';

/** Ends every token of the partner in the same transaction. */
export async function changePassword({ db }: Pick<Platform, 'db'>, partnerId: number, password: string): Promise<void> {
  if (password === '') throw new Refusal('bad-request', { field: 'password', problem: 'must not be empty' });
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    const changed = await updatePassword(tx, partnerId, passwordHash);
    if (!changed) throw new Refusal('not-found', { kind: 'Partner', id: partnerId });
    await deleteTokens(tx, partnerId);
  });
}
