import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { replacePassword } from './partners.ts';
import { hashPassword } from './password.ts';

/** Ends every token of the partner in the same transaction. */
export async function changePassword(
  { db, costs }: Pick<Platform, 'db' | 'costs'>,
  partnerId: number,
  password: string,
): Promise<void> {
  if (password === '') throw new Refusal('bad-request', { field: 'password', problem: 'must not be empty' });
  const passwordHash = await hashPassword(password, 'command', costs.password);
  await inTransaction(db, (tx) => replacePassword(tx, partnerId, passwordHash));
}
