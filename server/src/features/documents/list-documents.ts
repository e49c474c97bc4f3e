import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Document } from './document.ts';
import { isOwnCompany, selectDocuments } from './documents.sql.ts';

export async function listDocuments(
  { db }: Pick<Platform, 'db'>,
  { partnerId }: Actor,
  companyId: number,
): Promise<Document[]> {
  return read(db, async (tx) => {
    if (!(await isOwnCompany(tx, partnerId, companyId))) {
      throw new Refusal('not-found', { kind: 'Company', id: companyId });
    }
    return selectDocuments(tx, companyId);
  });
}
