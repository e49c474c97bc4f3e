import type { Actor } from '@volley/domain/actor.ts';
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { deleteEntry, upsertEntry } from './blacklist.sql.ts';

export type RecipientChange = {
  readonly companyId: number;
  readonly msisdn: string;
  readonly blacklist: boolean;
  readonly comment?: string;
};

export type Recipient = { readonly msisdn: string; readonly companyId: number; readonly blacklist: boolean };

/** Puts a number on the company's list or takes it off; it holds for messages not yet handed over, too. */
export async function putRecipient(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { companyId, msisdn, blacklist, comment }: RecipientChange,
): Promise<Recipient> {
  return inTransaction(db, async (tx) => {
    await getOwnCompany(tx, actor.partnerId, companyId);
    const destination = normalizeDestination(msisdn);
    if (destination === undefined) {
      throw new Refusal('bad-request', { field: 'msisdn', problem: 'must be a phone number' });
    }
    if (blacklist) await upsertEntry(tx, { companyId, destination, comment: comment ?? null });
    else await deleteEntry(tx, companyId, destination);
    return { msisdn: destination, companyId, blacklist };
  });
}
