import type { Actor } from '@volley/domain/people/actor.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { countCompanies, selectCompanies } from './companies.sql.ts';
import type { Company } from './company.ts';

/** A page past the end is empty. */
export async function listCompanies(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ total: number; items: Company[] }> {
  return read(db, async (tx) => ({
    total: await countCompanies(tx, actor.partnerId),
    items: await selectCompanies(tx, actor.partnerId, { limit: perPage, offset: (page - 1) * perPage }),
  }));
}
