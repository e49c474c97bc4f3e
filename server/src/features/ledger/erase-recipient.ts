import type { Tx } from '../../platform/database.ts';
import { replaceRecipient } from './erase-recipient.sql.ts';

/** A number leaves the lists of counted recipients; `tag` takes its place, so that the counts stay what they were. */
export async function eraseRecipient(tx: Tx, destination: bigint, tag: number): Promise<void> {
  await replaceRecipient(tx, destination, tag);
}
