import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { startClock } from './clock.ts';

const HOUR_MS = 3_600_000;

/** A database whose transactions answer in the order of the test. */
function answeringDatabase() {
  const waiting: ((now: Date) => void)[] = [];
  const query = (text: string) =>
    text.startsWith('begin')
      ? new Promise((resolve) => waiting.push((now) => resolve([{ rows: [{ now }] }])))
      : Promise.resolve({ rows: [] });
  const pool = { connect: () => Promise.resolve({ query, release: () => undefined }) };
  // The members that a read transaction uses.
  return { db: { pool, close: () => Promise.resolve() } as unknown as Database, waiting };
}

async function answers(waiting: readonly unknown[], count: number): Promise<void> {
  await expect.poll(() => waiting.length).toBe(count);
}

test('a slow answer from before a move of the time does not turn the clock back', async () => {
  const { db, waiting } = answeringDatabase();
  const start = new Date();
  const started = startClock(db);
  await answers(waiting, 1);
  waiting[0]?.(start);
  const clock = await started;
  const slow = clock.resync();
  await answers(waiting, 2);
  const moved = clock.resync();
  await answers(waiting, 3);
  waiting[2]?.(new Date(start.getTime() + HOUR_MS));
  await moved;
  waiting[1]?.(start);
  await slow;
  clock.close();
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(start.getTime() + HOUR_MS - 1);
});
