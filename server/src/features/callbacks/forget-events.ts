// The feed is kept for EVENTS_KEPT_DAYS, the log of requests for a week; both go by whole days. What was given up
// can be sent again only while its events are in the feed.
import { inTransaction } from '../../platform/database.ts';
import { dropOldDays } from '../../platform/partitions.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteGivenUp } from './ranges.sql.ts';
import { deleteReplays } from './replays.sql.ts';

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
