import type { Tx } from '../../platform/database/database.ts';

export async function replaceRecipient(tx: Tx, destination: bigint, tag: number): Promise<void> {
  await tx.query(
    `update mau_recipients
     set destination = $2
     where destination = $1`,
    [destination, tag],
  );
}
