import type { Tx } from '../../platform/database/database.ts';

/**
 * Copies into the partition of the day: PostgreSQL refuses COPY into the parent, which has a row-level security policy.
 * The ids determine the day; it may be later than the transaction's business time, because ids of a process only rise.
 */
export async function copyMessageRows(tx: Tx, partition: string, buffer: Buffer): Promise<void> {
  await tx.copy(
    `copy ${partition} (
       id, company_id, dispatch_id, seq, sender_id, destination, amount_micros, created_at,
       strand, brand, parts, text, template_id, country)
     from stdin (format binary)`,
    buffer,
  );
}
