// Messages that are ended one by one while they wait. Whoever does so holds their strands, then their batches.
import type { Tx } from '../../platform/database.ts';

export type WaitingMessage = {
  readonly id: string;
  readonly dispatchId: number;
  readonly strand: number;
  readonly seq: number;
};

export async function lockStrandsOf(tx: Tx, messages: readonly WaitingMessage[]): Promise<void> {
  await tx.query(
    `select t.strand from strands t
     where (t.dispatch_id, t.strand) in (select * from unnest($1::int[], $2::smallint[]))
     order by t.dispatch_id, t.strand for update of t`,
    [messages.map((message) => message.dispatchId), messages.map((message) => message.strand)],
  );
}

/**
 * Marks the batches of these messages, so that whoever begins them looks which are left. Names the messages that are
 * in flight, or may be with the operator.
 */
export async function thinBatches(tx: Tx, messages: readonly WaitingMessage[]): Promise<string[]> {
  const rows = await tx.query<{ id: string; under_way: boolean; batch: string }>(
    `select u.id, b.state in (1, 3) or b.waiting_for is not distinct from 'doubt' as under_way, b.id as batch
     from unnest($1::uuid[], $2::int[], $3::smallint[], $4::int[]) as u(id, dispatch_id, strand, seq)
     join batches b on b.dispatch_id = u.dispatch_id and b.strand = u.strand and u.seq between b.from_seq and b.to_seq
     order by b.id for update of b`,
    [
      messages.map((message) => message.id),
      messages.map((message) => message.dispatchId),
      messages.map((message) => message.strand),
      messages.map((message) => message.seq),
    ],
  );
  const waiting = [...new Set(rows.filter((row) => !row.under_way).map((row) => row.batch))];
  if (waiting.length > 0) await tx.query('update batches set thinned = true where id = any($1::uuid[])', [waiting]);
  return rows.filter((row) => row.under_way).map((row) => row.id);
}
