import type { Tx } from '../../platform/database.ts';
import { deleteLinksOf } from './links.sql.ts';

/** The links of these messages lead nowhere any more, and where they led is forgotten. */
export async function endLinks(tx: Tx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await deleteLinksOf(tx, messageIds);
}
