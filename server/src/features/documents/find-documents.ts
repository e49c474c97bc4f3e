import type { Tx } from '../../platform/database.ts';
import type { Document } from './document.ts';
import { deleteDocument, holdDocuments, selectDocumentsByIds } from './documents.sql.ts';

/** Those of the ids that are documents of this company, oldest first; ids must be UUIDs. */
export function findDocuments(tx: Tx, companyId: number, ids: readonly string[]): Promise<Document[]> {
  return selectDocumentsByIds(tx, companyId, ids);
}

/** Ids of those that are there; they stay until the transaction ends. */
export const keepDocuments = holdDocuments;

/** Whoever calls it makes sure that nothing needs the document. */
export const removeDocument = deleteDocument;
