import type { Tx } from '../../platform/database/database.ts';
import type { Document } from './document.ts';
import { deleteDocument, insertAbandonedUpload, selectDocumentsByIds, selectLockedDocuments } from './documents.sql.ts';

/** Documents of this company, oldest first, without unknown ids; ids must be UUIDs. */
export function findDocuments(tx: Tx, companyId: number, ids: readonly string[]): Promise<Document[]> {
  return selectDocumentsByIds(tx, companyId, ids);
}

export const lockDocuments = selectLockedDocuments;

/** The caller must make sure that no sender needs the document. False: the company has no such document. */
export async function removeDocument(tx: Tx, companyId: number, id: string): Promise<boolean> {
  const isRemoved = await deleteDocument(tx, companyId, id);
  if (isRemoved) await insertAbandonedUpload(tx, id);
  return isRemoved;
}
