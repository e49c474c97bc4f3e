import type { Actor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { removeDocument } from '../documents/find-documents.ts';
import { findSenderWithDocument } from './senders.sql.ts';

/** Refused while a sender name that is not over refers to the document. */
export async function removeCompanyDocument(
  { db }: Pick<Platform, 'db'>,
  { partnerId }: Actor,
  companyId: number,
  id: string,
): Promise<{ id: string }> {
  return inTransaction(db, async (tx) => {
    await getOwnCompany(tx, partnerId, companyId);
    // Removed first: whoever is about to name it holds it, and has named it by the time of the next look.
    if (!(await removeDocument(tx, companyId, id))) throw new Refusal('not-found', { kind: 'Document', id });
    const senderId = await findSenderWithDocument(tx, companyId, id);
    if (senderId !== undefined) throw new Refusal('document-needed', { id: senderId });
    return { id };
  });
}
