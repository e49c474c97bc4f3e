// Drops feed events after EVENTS_KEPT_DAYS and the request log after a week, by whole days. Given-up events can be
// replayed only while they are in the feed.
import { inTransaction } from '../../../platform/database/database.ts';
import { dropOldDays } from '../../../platform/database/partitions.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteReplays } from '../partner/partner-replays.sql.ts';
import { deleteGivenUp } from './ranges.sql.ts';

const DAY_MS = 86_400_000;
export const ATTEMPTS_KEPT_DAYS = 7;

export async function forgetEvents({ db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  await dropOldDays(db, 'event_batches', daysAgo(config.eventsKeptDays));
  await dropOldDays(db, 'callback_attempts', daysAgo(ATTEMPTS_KEPT_DAYS));
  await inTransaction(db, async (tx) => {
    await deleteGivenUp(tx, daysAgo(config.eventsKeptDays));
    await deleteReplays(tx, daysAgo(ATTEMPTS_KEPT_DAYS));
  });
}
