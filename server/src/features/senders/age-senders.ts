// What the time does to names: complete requests go to the moderators, accepted names begin on their date,
// names end on theirs. Any number of clocks may do it at once.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { beginAwaiting, closeExpired, submitDrafts } from './sender-moves.sql.ts';

const PORTION = 500;

/** Returns true when there may be more. */
export async function ageSenders({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Where nobody moderates, a request waits for its first use and not for a moderator.
    const submitted = config.moderation === 'manual' ? await submitDrafts(tx, PORTION) : 0;
    const begun = await beginAwaiting(tx, PORTION);
    // After the beginning: a name that began and ended while no clock ran still owes its months.
    const closed = await closeExpired(tx, PORTION);
    return [submitted, begun, closed].includes(PORTION);
  });
}
