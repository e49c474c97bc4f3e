import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteLinksBefore } from './links.sql.ts';

const KEPT_MS = 180 * 86_400_000;
const PORTION = 5_000;

/** Removes links that have long expired; true when there may be more. */
export async function forgetLinks({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const removed = await inTransaction(db, (tx) => deleteLinksBefore(tx, new Date(tx.now.getTime() - KEPT_MS), PORTION));
  return removed === PORTION;
}
