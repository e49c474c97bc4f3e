import type { Tx } from '../../platform/database.ts';

export async function deleteGivenUp(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from callback_ranges where given_up_at < $1', [before]);
}
