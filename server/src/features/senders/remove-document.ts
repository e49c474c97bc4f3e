import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { removeDocument } from '../documents/find-documents.ts';
import { findSenderWithDocument } from './senders.sql.ts';

/** Refused while a sender name that is neither closed nor denied refers to the document. */
export async function removeCompanyDocument(
  { db }: Pick<Platform, 'db'>,
  { partnerId }: Actor,
  companyId: number,
  id: string,
): Promise<{ id: string }> {
  return inTransaction(db, async (tx) => {
    await getOwnCompany(tx, partnerId, companyId);
    // Deletes first: a transaction that is adding the document to a sender holds its lock and commits before the check.
    if (!(await removeDocument(tx, companyId, id))) throw new Refusal('not-found', { kind: 'Document', id });
    const senderId = await findSenderWithDocument(tx, companyId, id);
    if (senderId !== undefined) throw new Refusal('document-needed', { id: senderId });
    return { id };
  });
}
