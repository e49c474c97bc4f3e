import type { Tx } from '../../platform/database/database.ts';
import { replaceRecipient } from './erase-recipient.sql.ts';

/** Replaces the number by `tag` in the counted recipients, so that the counts do not change. */
export async function eraseRecipient(tx: Tx, destination: bigint, tag: number): Promise<void> {
  await replaceRecipient(tx, destination, tag);
}
