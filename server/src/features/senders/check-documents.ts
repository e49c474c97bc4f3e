import type { Fault } from '@volley/domain/fault.ts';
import type { Tx } from '../../platform/database.ts';
import { keepDocuments } from '../documents/find-documents.ts';

/** Every document must be one that the company uploaded. */
export async function documentFaults(tx: Tx, companyId: number, ids: readonly string[]): Promise<Fault[]> {
  if (ids.length === 0) return [];
  const known = new Set(await keepDocuments(tx, companyId, ids));
  return ids.flatMap((id, at) =>
    known.has(id.toLowerCase())
      ? []
      : [{ field: `documentIds[${at}]`, reason: 'names no document of the company', code: 'document-unknown' }],
  );
}
