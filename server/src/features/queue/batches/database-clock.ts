// Readings of the database clock, and the leases of processes after a backward step of it.
import type { ClockReading } from '../../../platform/clock/clock-steps.ts';
import { inTransaction, read } from '../../../platform/database/database.ts';
import { capInstanceLeases } from '../../../platform/instance.sql.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectDatabaseTime } from './database-clock.sql.ts';

export function readDatabaseClock({ db }: Pick<Platform, 'db'>): Promise<ClockReading> {
  return read(db, async (tx) => {
    const beforeMs = performance.now();
    const databaseMs = await selectDatabaseTime(tx);
    return { databaseMs, beforeMs, afterMs: performance.now() };
  });
}

export function capProcessLeases({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<void> {
  return inTransaction(db, (tx) => capInstanceLeases(tx, config.instanceLeaseMs));
}
