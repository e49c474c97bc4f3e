// Real-time waits and leases are times of the database. When its clock steps back they would all last longer by the
// step: receipts would lie unread, a dead owner would keep its links. Each is cut to the longest it may be from now.
import { capEndpointLeases } from '../../features/callbacks/endpoint-leases.ts';
import { capBatchWaits } from '../../features/dispatches/batch-waits.ts';
import { capLinkLeases } from '../../features/operator-links/own-links.ts';
import { capReceiptWaits } from '../../features/receipts/match-receipts.ts';
import { capEvidence } from '../../features/settlement/read-evidence.ts';
import { type ClockReading, ClockSteps } from '../../platform/clock-steps.ts';
import { inTransaction, read } from '../../platform/database.ts';
import { capInstanceLeases } from '../../platform/instance.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const LOOK_MS = 1_000;

export function startClockStepLoop(platform: Platform): WorkerLoop {
  const steps = new ClockSteps();
  let mustCap = false;
  return platform.loops.start({
    name: 'clock steps',
    idleMs: LOOK_MS,
    round: async () => {
      // Remembered until the waits are capped: a round that fails is done again.
      if (steps.hasSteppedBack(await readClock(platform))) mustCap = true;
      if (!mustCap) return false;
      await capWaits(platform);
      mustCap = false;
      return false;
    },
  });
}

/** One transaction each: none holds rows of several tables. */
export async function capWaits({ db, bus, config }: Pick<Platform, 'db' | 'bus' | 'config'>): Promise<void> {
  await inTransaction(db, (tx) => capInstanceLeases(tx, config.instanceLeaseMs));
  await inTransaction(db, (tx) => capLinkLeases(tx, config.instanceLeaseMs));
  await inTransaction(db, (tx) => capEndpointLeases(tx, config.instanceLeaseMs));
  await inTransaction(db, (tx) => capBatchWaits(tx, config));
  await inTransaction(db, capReceiptWaits);
  await inTransaction(db, capEvidence);
  bus.ring('record');
}

function readClock({ db }: Pick<Platform, 'db'>): Promise<ClockReading> {
  return read(db, async (tx) => {
    const beforeMs = performance.now();
    const [row] = await tx.query<{ at: Date }>('select clock_timestamp() as at');
    if (row === undefined) throw new Error('select clock_timestamp() returned no row');
    return { databaseMs: row.at.getTime(), beforeMs, afterMs: performance.now() };
  });
}
