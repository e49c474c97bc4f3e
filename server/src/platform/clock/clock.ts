// Business time between transactions. The database is the only clock; this one follows it, so that a role can stamp an
// outcome without a query. Resynchronized every second, and at once when a sandbox moves the time. Inside a transaction
// use `tx.now`; for time-outs use the monotonic clock.
import { type Database, read } from '../database/database.ts';

export type Clock = {
  now(): Date;
  resync(): Promise<void>;
  close(): void;
};

const RESYNC_MS = 1_000;

export async function startClock(db: Database): Promise<Clock> {
  let aheadMs = 0;
  let begun = 0;
  let latest = 0;
  const resync = async () => {
    begun += 1;
    const order = begun;
    const foundMs = await read(db, async (tx) => tx.now.getTime() - performance.now());
    // A slow answer may be older than the move of the time that a later one has seen.
    if (order < latest) return;
    latest = order;
    aheadMs = foundMs;
  };
  await resync();
  const timer = setInterval(() => {
    // While the database is down the last correction stays; the next second tries again.
    resync().catch(() => undefined);
  }, RESYNC_MS);
  timer.unref();
  return { now: () => new Date(performance.now() + aheadMs), resync, close: () => clearInterval(timer) };
}
