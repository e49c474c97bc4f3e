// The offset of business time in a sandbox; sandbox_clock has one row.
import type { Tx } from '../database/database.ts';

export async function addOffset(tx: Tx, seconds: number): Promise<void> {
  await tx.query(
    `update sandbox_clock
     set offset_seconds = offset_seconds + $1`,
    [seconds],
  );
}
