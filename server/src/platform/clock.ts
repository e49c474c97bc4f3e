// Business time between transactions. The database is the only clock; this one follows it, so that a role can stamp an
// outcome without a query. Resynchronized every second, and at once when a sandbox moves the time. Inside a transaction
// use `tx.now`; for time-outs use the monotonic clock.
import { type Database, read } from './database/database.ts';

export type Clock = {
  now(): Date;
  resync(): Promise<void>;
  close(): void;
};

const RESYNC_MS = 1_000;

export async function startClock(db: Database): Promise<Clock> {
  let aheadMs = 0;
  const resync = async () => {
    aheadMs = await read(db, async (tx) => tx.now.getTime() - performance.now());
  };
  await resync();
  const timer = setInterval(() => {
    // While the database is down the last correction stays; the next second tries again.
    resync().catch(() => undefined);
  }, RESYNC_MS);
  timer.unref();
  return { now: () => new Date(performance.now() + aheadMs), resync, close: () => clearInterval(timer) };
}
