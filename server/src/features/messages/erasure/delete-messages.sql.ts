import type { Tx } from '../../../platform/database/database.ts';

type Places = {
  readonly dispatchId: number;
  readonly aboveSeq: number;
  readonly firstId: string;
  readonly lastId: string;
};

/** Deletes messages above a position, of a dispatch that never started: no other table refers to them. */
export async function deleteMessages(tx: Tx, { dispatchId, aboveSeq, firstId, lastId }: Places): Promise<void> {
  await tx.query(
    `delete from messages
     where dispatch_id = $1
       and seq > $2
       and id between $3 and $4`,
    [dispatchId, aboveSeq, firstId, lastId],
  );
}
