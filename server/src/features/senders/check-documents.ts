import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { findDocuments } from '../documents/find-documents.ts';

/** Every document must be one that the company uploaded. */
export async function checkDocuments(tx: Tx, companyId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await findDocuments(tx, companyId, ids)).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id.toLowerCase()));
  if (unknown !== undefined) throw new Refusal('document-unknown', { id: unknown });
}
