// `migrate`: schema, partitions of the coming days, reference data. Idempotent, also when run concurrently.
import type { Config } from '../config.ts';
import { NUMBERING_FILES, storeNumbering } from '../features/numbering/load-numbering.ts';
import { storeTariffs, TARIFF_FILES } from '../features/tariffs/load-tariffs.ts';
import { inTransaction, openDatabase, read } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { ensurePartitions } from '../platform/database/partitions.ts';
import { probeRole } from '../platform/database/plain-role.ts';
import { loadOnce } from '../platform/database/reference-loads.ts';
import { createLog } from '../platform/log.ts';
import { PRODUCTION_COSTS } from '../platform/production-costs.ts';

export async function prepareDatabase(
  config: Config,
  costs = PRODUCTION_COSTS,
): Promise<{ applied: string[]; loaded: string[] }> {
  const log = createLog(config.logLevel, 'migrate');
  const db = openDatabase(config.databaseUrl, { poolMax: 2, onIdleError: () => undefined });
  try {
    await probeRole(db, config.testMode, log);
    const applied = await migrate(db, { onRetry: (message) => log.warn(message) });
    await ensurePartitions(db, await read(db, async (tx) => tx.now), costs.partitionDaysAhead);
    const loaded = await inTransaction(db, async (tx) => [
      ...(await loadOnce(tx, 'numbering', NUMBERING_FILES, storeNumbering)),
      ...(await loadOnce(tx, 'tariffs', TARIFF_FILES, storeTariffs)),
    ]);
    return { applied, loaded };
  } finally {
    await db.close();
  }
}
