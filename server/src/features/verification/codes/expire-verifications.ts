import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordEnds } from './verification-events.ts';
import { expireLapsed } from './verifications.sql.ts';

const PORTION = 500;

/** Records the end of codes whose lifetime is over. True: more may be due. */
export function expireVerifications({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const expired = await expireLapsed(tx, PORTION);
    await recordEnds(tx, 'expired', expired);
    return expired.length === PORTION;
  });
}
