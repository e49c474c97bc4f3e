// Time-driven status changes of templates: begins accepted templates on their start date, closes templates on their end
// date. Several sweepers may run it at once. Matching checks the dates itself and does not wait for it.
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { beginAwaiting, closeExpired } from './templates.sql.ts';

const PORTION = 500;

/** True: more templates may be due. */
export async function ageTemplates({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const begun = await beginAwaiting(tx, PORTION);
    const closed = await closeExpired(tx, PORTION);
    return [begun, closed].includes(PORTION);
  });
}
