import { INBOUND_SESSION_MS } from '@volley/domain/sending/inbound-rule.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type SessionKey, selectOpenSessions } from './inbound.sql.ts';

/** Whether the subscriber wrote to the name within the last day; one value per key, in the order of the keys. */
export async function isSessionOpen(tx: Tx, keys: readonly SessionKey[]): Promise<boolean[]> {
  if (keys.length === 0) return [];
  return selectOpenSessions(tx, keys, new Date(tx.now.getTime() - INBOUND_SESSION_MS));
}
