import { INBOUND_WINDOW_MS } from '@volley/domain/inbound-rule.ts';
import type { Tx } from '../../platform/database.ts';
import { selectOpenWindows, type WindowKey } from './inbound.sql.ts';

/** Whether the subscriber wrote to the name within the last day; one answer per key, in their order. */
export async function isWindowOpen(tx: Tx, keys: readonly WindowKey[]): Promise<boolean[]> {
  if (keys.length === 0) return [];
  return selectOpenWindows(tx, keys, new Date(tx.now.getTime() - INBOUND_WINDOW_MS));
}
