import type { Tx } from '../../platform/database/database.ts';
import { deleteShortLinksOf } from './short-links.sql.ts';

/** Deletes the short links of these messages with their targets. */
export async function eraseShortLinks(tx: Tx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await deleteShortLinksOf(tx, messageIds);
}
