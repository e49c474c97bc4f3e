import type { Destination } from '@volley/domain/links/link-route.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** By batch id; the messages of a batch have one brand and one country. */
export async function selectBatchDestinations(tx: Tx, batchIds: readonly string[]): Promise<Map<string, Destination>> {
  const rows = await tx.planned<Destination & { id: string }>(
    `select b.id, t.route as brand, t.country
     from batches b
     join strands t on t.dispatch_id = b.dispatch_id
       and t.strand = b.strand
     where b.id = any($1::uuid[])`,
    [batchIds],
  );
  return new Map(rows.map(({ id, ...destination }) => [id, destination]));
}
