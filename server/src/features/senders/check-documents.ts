import type { Fault } from '@volley/domain/refusals/fault.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockDocuments } from '../documents/find-documents.ts';

/** Every document must belong to the company. */
export async function documentFaults(tx: Tx, companyId: number, ids: readonly string[]): Promise<Fault[]> {
  if (ids.length === 0) return [];
  const known = new Set(await lockDocuments(tx, companyId, ids));
  return ids.flatMap((id, at) =>
    known.has(id.toLowerCase())
      ? []
      : [{ field: `documentIds[${at}]`, reason: 'must be a document of the company', code: 'document-unknown' }],
  );
}
