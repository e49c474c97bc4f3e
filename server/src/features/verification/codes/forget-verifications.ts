import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteExpiredCodes } from '../../messages/message-codes.sql.ts';
import { type AgedRows, deleteAged } from './verifications.sql.ts';

const PORTION = 1_000;
const DAY_SECONDS = 86_400;

/**
 * Codes stay a day after their end, so that a late check answers EXPIRED; sessions, which hold numbers, an hour.
 * Weights of unconfirmed codes are nothing after three days.
 */
const AGED_ROWS: readonly AgedRows[] = [
  { table: 'verifications', column: 'expires_at', keptSeconds: DAY_SECONDS },
  { table: 'widget_sessions', column: 'expires_at', keptSeconds: 3_600 },
  { table: 'widget_tokens', column: 'kept_until', keptSeconds: 0 },
  { table: 'widget_errors', column: 'day', keptSeconds: 400 * DAY_SECONDS },
  { table: 'verification_rates', column: 'kept_until', keptSeconds: 0 },
  { table: 'verification_unconfirmed', column: 'counted_at', keptSeconds: 3 * DAY_SECONDS },
  { table: 'verification_known_numbers', column: 'confirmed_at', keptSeconds: 180 * DAY_SECONDS },
  { table: 'verification_prefixes', column: 'day', keptSeconds: 32 * DAY_SECONDS },
  { table: 'verification_wrongs', column: 'day', keptSeconds: 2 * DAY_SECONDS },
  { table: 'verification_days', column: 'day', keptSeconds: 400 * DAY_SECONDS },
  { table: 'verification_conversions', column: 'day', keptSeconds: 400 * DAY_SECONDS },
  { table: 'verification_scores', column: 'counted_at', keptSeconds: 90 * DAY_SECONDS },
  { table: 'flashcall_conversions', column: 'reported_at', keptSeconds: 400 * DAY_SECONDS },
];

/** Deletes expired codes, sessions and counters. True: more rows may be due. */
export function forgetVerifications({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    let hasMore = await deleteExpiredCodes(tx, PORTION);
    for (const aged of AGED_ROWS) hasMore = (await deleteAged(tx, aged, PORTION)) === PORTION || hasMore;
    return hasMore;
  });
}
