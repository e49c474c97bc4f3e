import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertPartner } from './access.sql.ts';
import { hashPassword } from './password.ts';

export type PartnerDraft = { readonly login: string; readonly password: string; readonly currency: string };

export async function createPartner({ db }: Pick<Platform, 'db'>, draft: PartnerDraft): Promise<{ partnerId: number }> {
  const store = await preparePartner(draft);
  return inTransaction(db, store);
}

/** What is slow is done here, before any transaction; what comes back stores the partner within one. */
export async function preparePartner({
  login,
  password,
  currency,
}: PartnerDraft): Promise<(tx: Tx) => Promise<{ partnerId: number }>> {
  if (login === '') throw new Refusal('bad-request', { field: 'login', problem: 'must not be empty' });
  if (password === '') throw new Refusal('bad-request', { field: 'password', problem: 'must not be empty' });
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new Refusal('bad-request', { field: 'currency', problem: 'must be a three-letter code' });
  }
  const passwordHash = await hashPassword(password, 'staff');
  return async (tx) => {
    const partnerId = await insertPartner(tx, { login, passwordHash, currency });
    if (partnerId === undefined) throw new Refusal('bad-request', { field: 'login', problem: 'is taken' });
    return { partnerId };
  };
}
