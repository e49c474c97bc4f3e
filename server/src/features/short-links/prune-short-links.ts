import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteShortLinksBefore } from './short-links.sql.ts';

const STORED_MS = 180 * 86_400_000;
const PORTION = 5_000;

/** Deletes short links 180 days after their creation, 90 days after they expire; true when more may be due. */
export async function pruneShortLinks({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const removed = await inTransaction(db, (tx) =>
    deleteShortLinksBefore(tx, new Date(tx.now.getTime() - STORED_MS), PORTION),
  );
  return removed === PORTION;
}
