// Single messages that end while they wait. The caller locks first their strands, then their batches.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type WaitingMessage = {
  readonly id: string;
  readonly dispatchId: number;
  readonly strand: number;
  readonly seq: number;
};

const strandIds = bulkColumns({ dispatchId: 'int', strand: 'smallint' });
const LOCK_STRANDS = `
  select t.strand
  from strands t
  where (t.dispatch_id, t.strand) in (select * from ${strandIds.as('u')})
  order by t.dispatch_id, t.strand
  for update of t`;

export async function lockStrandsOf(tx: Tx, messages: readonly WaitingMessage[]): Promise<void> {
  await tx.query(LOCK_STRANDS, strandIds.values(messages));
}

/** `under_way`: in flight, handed over or in doubt. */
export function lockBatches(tx: Tx, ids: readonly string[]) {
  return tx.query<{ id: string; under_way: boolean }>(
    `select id,
       state in (${BATCH_STATES.inFlight}, ${BATCH_STATES.handedOver})
         or waiting_for is not distinct from 'doubt' as under_way
     from batches
     where id = any($1::uuid[])
     order by id
     for update`,
    [ids],
  );
}

export async function markThinned(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    `update batches
     set thinned = true
     where id = any($1::uuid[])`,
    [ids],
  );
}

const positions = bulkColumns({ id: 'uuid', dispatchId: 'int', strand: 'smallint', seq: 'int' });
const FIND_BATCHES = `
  select u.id, b.id as batch
  from ${positions.as('u')},
    lateral (
      select id, from_seq
      from batches b
      where b.dispatch_id = u.dispatch_id
        and b.strand = u.strand
        and b.to_seq >= u.seq
      order by b.to_seq
      limit 1
    ) b
  where b.from_seq <= u.seq`;

/** Batches of a strand do not overlap: only the first batch that ends at or after the message can contain it. */
export function findBatches(tx: Tx, messages: readonly WaitingMessage[]) {
  return tx.query<{ id: string; batch: string }>(FIND_BATCHES, positions.values(messages));
}
