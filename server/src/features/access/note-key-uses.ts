import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type KeyUse as KeyUseOfSql, updateUses } from './api-keys.sql.ts';

export type KeyUse = KeyUseOfSql;

/** Keys are looked up before every request; that they were used is written for many requests at once. */
export async function noteKeyUses({ db }: Pick<Platform, 'db'>, uses: readonly KeyUse[]): Promise<void> {
  if (uses.length > 0) await inTransaction(db, (tx) => updateUses(tx, uses));
}
