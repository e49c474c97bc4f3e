// Time-driven status changes of sender names: submits complete requests to the moderators, begins accepted names on
// their start date, closes names on their end date. Several sweepers may run it at once.
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { beginAwaiting, closeExpired, submitDrafts } from './sender-moves.sql.ts';

const PORTION = 500;

/** True: more names may be due. */
export async function ageSenders({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // With automatic moderation a request waits for its first use, not for a moderator.
    const submitted = config.moderation === 'manual' ? await submitDrafts(tx, PORTION) : 0;
    const begun = await beginAwaiting(tx, PORTION);
    // After `beginAwaiting`: a name that began and ended while no sweeper ran still owes its months.
    const closed = await closeExpired(tx, PORTION);
    return [submitted, begun, closed].includes(PORTION);
  });
}
