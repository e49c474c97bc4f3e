// After a backward step of the database clock: no batch waits longer than its limit from now on, and no batch has been
// in flight since a future time. Repeatable without further effect.
import type { Config } from '../../../config.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { capDueTimes, capInFlightTimes } from './batch-waits.sql.ts';

/** Held batches and batches without a link are checked every few seconds. */
const CHECK_MS = 5_000;

type Needs = Pick<Platform, 'db'> & { readonly config: Pick<Config, 'inDoubtWaitMs' | 'claimLeaseMs'> };

export async function capBatchWaits({ db, config }: Needs): Promise<void> {
  await inTransaction(db, async (tx) => {
    await capDueTimes(tx, { doubtMs: config.inDoubtWaitMs, checkMs: CHECK_MS, claimMs: config.claimLeaseMs });
    await capInFlightTimes(tx);
  });
}
