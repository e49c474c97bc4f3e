// Sequencer: gives committed events gapless numbers per company. A single process assigns them, after COMMIT of
// the events and in one transaction with the rows that carry them, so a reader of the feed cannot miss a number or see
// numbers out of order.
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockSequencer, moveToFeed } from './events.sql.ts';

/** Per transaction: one company's flood must not delay other companies' events until its COMMIT. */
const LIMIT = { rows: 2_000, events: 20_000 };
/** Events per request of first tries. */
export const FIRST_ARRAY_MAX = 100;

/** True: more events may wait for numbers. */
export async function numberEvents({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<boolean> {
  const number = async (tx: Tx): Promise<boolean> => {
    if (!(await lockSequencer(tx))) return false;
    const plan = { gatherMs: config.callbackGatherMs, arrayMax: FIRST_ARRAY_MAX };
    return moveToFeed(tx, LIMIT, plan);
  };
  // The plan is kept: one of an empty inbox would scan a full one.
  return inTransaction(db, number, 'index');
}
