import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type KeyUse as KeyUseOfSql, updateUses } from './api-keys.sql.ts';

export type KeyUse = KeyUseOfSql;

/** Records the uses of keys of many requests at once. */
export async function recordKeyUses({ db }: Pick<Platform, 'db'>, uses: readonly KeyUse[]): Promise<void> {
  if (uses.length > 0) await inTransaction(db, (tx) => updateUses(tx, uses));
}
