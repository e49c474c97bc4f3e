import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PasswordCost } from '../../platform/production-costs.ts';
import { insertPartner } from './access.sql.ts';
import { hashPassword } from './password.ts';

export type PartnerDraft = { readonly login: string; readonly password: string; readonly currency: string };

export async function createPartner(
  { db, costs }: Pick<Platform, 'db' | 'costs'>,
  draft: PartnerDraft,
): Promise<{ partnerId: number }> {
  const store = await preparePartner(draft, costs.password);
  return inTransaction(db, store);
}

/** Hashes the password before any transaction. Returns the function that stores the partner in one. */
export async function preparePartner(
  { login, password, currency }: PartnerDraft,
  cost: PasswordCost,
): Promise<(tx: Tx) => Promise<{ partnerId: number }>> {
  if (login === '') throw new Refusal('bad-request', { field: 'login', problem: 'must not be empty' });
  if (password === '') throw new Refusal('bad-request', { field: 'password', problem: 'must not be empty' });
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new Refusal('bad-request', {
      field: 'currency',
      problem: 'must be a currency code: three capital letters, ISO 4217',
    });
  }
  const passwordHash = await hashPassword(password, 'staff', cost);
  return async (tx) => {
    const partnerId = await insertPartner(tx, { login, passwordHash, currency });
    if (partnerId === undefined) throw new Refusal('bad-request', { field: 'login', problem: 'is already in use' });
    return { partnerId };
  };
}
