import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteExpiredCodes } from '../messages/message-codes.ts';
import { deleteAged } from './verifications.sql.ts';

const PORTION = 1_000;

/** Removes what no limit and no question needs any more. True when there may be more. */
export function forgetVerifications({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const more = [await deleteExpiredCodes(tx, PORTION), await deleteAged(tx, PORTION)];
    return more.includes(true);
  });
}
