import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';

/** Every document must be one that the company uploaded. */
export async function checkDocuments(_tx: Tx, _companyId: number, ids: readonly string[]): Promise<void> {
  const [unknown] = ids;
  // Companies hold no documents yet, so every id is one that the company does not have.
  if (unknown !== undefined) throw new Refusal('document-unknown', { id: unknown });
}
