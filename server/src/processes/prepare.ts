// `migrate`: schema, partitions of the coming days, reference data. Safe to run again and from many places.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { NUMBERING_FILES, storeNumbering } from '../features/numbering/load-numbering.ts';
import { storeTariffs, TARIFF_FILES } from '../features/tariffs/load-tariffs.ts';
import { inTransaction, openDatabase, read, type Tx } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { ensurePartitions } from '../platform/partitions.ts';
import { probeRole } from '../platform/plain-role.ts';

export async function prepareDatabase(config: Config): Promise<{ applied: string[]; loaded: string[] }> {
  const log = createLog(config.logLevel, 'migrate');
  const db = openDatabase(config.databaseUrl, { poolMax: 2, onIdleError: () => undefined });
  try {
    await probeRole(db, config.testMode, log);
    const applied = await migrate(db, { onRetry: (message) => log.warn(message) });
    await ensurePartitions(db, await read(db, async (tx) => tx.now));
    const loaded = await inTransaction(db, async (tx) => [
      ...(await loadOnce(tx, 'numbering', NUMBERING_FILES, storeNumbering)),
      ...(await loadOnce(tx, 'tariffs', TARIFF_FILES, storeTariffs)),
    ]);
    return { applied, loaded };
  } finally {
    await db.close();
  }
}

/** Reference files are stored when they are new or have changed. */
async function loadOnce(
  tx: Tx,
  name: string,
  files: readonly URL[],
  store: (tx: Tx) => Promise<void>,
): Promise<string[]> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  const digest = hash.digest('hex');
  const known = await tx.query('select name from reference_loads where name = $1 and digest = $2', [name, digest]);
  if (known.length > 0) return [];
  await store(tx);
  await tx.query(
    'insert into reference_loads (name, digest) values ($1, $2) on conflict (name) do update set digest = excluded.digest, loaded_at = now()',
    [name, digest],
  );
  return [name];
}
