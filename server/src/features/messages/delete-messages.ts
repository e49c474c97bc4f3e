import type { Tx } from '../../platform/database.ts';

type Places = {
  readonly dispatchId: number;
  readonly aboveSeq: number;
  readonly firstId: string;
  readonly lastId: string;
};

/** Messages of a dispatch that never started, above a position: nothing else refers to them. */
export async function deleteMessages(tx: Tx, { dispatchId, aboveSeq, firstId, lastId }: Places): Promise<void> {
  await tx.query('delete from messages where dispatch_id = $1 and seq > $2 and id between $3 and $4', [
    dispatchId,
    aboveSeq,
    firstId,
    lastId,
  ]);
}
