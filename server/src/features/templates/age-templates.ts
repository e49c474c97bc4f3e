// What the time does to templates: accepted ones begin on their date, and all end on theirs. Any number of clocks
// may do it at once; matching itself looks at the dates and does not wait for them.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { beginAwaiting, closeExpired } from './templates.sql.ts';

const PORTION = 500;

/** Returns true when there may be more. */
export async function ageTemplates({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const begun = await beginAwaiting(tx, PORTION);
    const closed = await closeExpired(tx, PORTION);
    return [begun, closed].includes(PORTION);
  });
}
