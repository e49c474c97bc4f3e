// Waits and leases are stored as times of the database clock. After a backward step each would last longer by the step:
// receipts would stay unread, a dead owner would keep its links. This loop caps each at its longest duration from now.
import { capTargetLeases } from '../../features/callbacks/targets/target-leases.ts';
import { capDutyClaims } from '../../features/duty/notices/notice-claims.ts';
import { capLinkLeases } from '../../features/operator-links/own-links.ts';
import { capBatchWaits } from '../../features/queue/batches/batch-waits.ts';
import { capProcessLeases, readDatabaseClock } from '../../features/queue/batches/database-clock.ts';
import { capReceiptWaits } from '../../features/receipts/match-receipts.ts';
import { capEvidence } from '../../features/settlement/doubts/read-evidence.ts';
import { ClockSteps } from '../../platform/clock/clock-steps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const CHECK_MS = 1_000;

export function startClockStepLoop(platform: Platform): WorkerLoop {
  const steps = new ClockSteps();
  let mustCap = false;
  return platform.loops.start({
    name: 'clock steps',
    idleMs: CHECK_MS,
    round: async () => {
      // Stays set until the waits are capped: the next round repeats a failed one.
      if (steps.hasSteppedBack(await readDatabaseClock(platform))) mustCap = true;
      if (!mustCap) return false;
      await capWaits(platform);
      mustCap = false;
      return false;
    },
  });
}

/** A transaction per table: none locks rows of several tables. */
export async function capWaits({ db, bus, config }: Pick<Platform, 'db' | 'bus' | 'config'>): Promise<void> {
  await capProcessLeases({ db, config });
  await inTransaction(db, (tx) => capLinkLeases(tx, config.instanceLeaseMs));
  await inTransaction(db, (tx) => capTargetLeases(tx, config.instanceLeaseMs));
  await inTransaction(db, capDutyClaims);
  await capBatchWaits({ db, config });
  await inTransaction(db, capReceiptWaits);
  await inTransaction(db, capEvidence);
  bus.wake('record');
}
