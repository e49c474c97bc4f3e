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
  const places = await findBatches(tx, messages);
  const batches = await tx.query<{ id: string; under_way: boolean }>(
    `select id, state in (1, 3) or waiting_for is not distinct from 'doubt' as under_way
     from batches where id = any($1::uuid[]) order by id for update`,
    [[...new Set(places.map(({ batch }) => batch))]],
  );
  const waiting = batches.filter((batch) => !batch.under_way).map(({ id }) => id);
  if (waiting.length > 0) await tx.query('update batches set thinned = true where id = any($1::uuid[])', [waiting]);
  const underWay = new Set(batches.filter((batch) => batch.under_way).map(({ id }) => id));
  return places.filter(({ batch }) => underWay.has(batch)).map(({ id }) => id);
}

/** Batches of a strand do not overlap, so the first that does not end before the message is the only one it can be in. */
function findBatches(tx: Tx, messages: readonly WaitingMessage[]) {
  return tx.query<{ id: string; batch: string }>(
    `select u.id, b.id as batch from unnest($1::uuid[], $2::int[], $3::smallint[], $4::int[]) as u(id, dispatch_id, strand, seq),
     lateral (
       select id, from_seq from batches b where b.dispatch_id = u.dispatch_id and b.strand = u.strand and b.to_seq >= u.seq
       order by b.to_seq limit 1) b
     where b.from_seq <= u.seq`,
    [
      messages.map((message) => message.id),
      messages.map((message) => message.dispatchId),
      messages.map((message) => message.strand),
      messages.map((message) => message.seq),
    ],
  );
}
