import type { Tx } from '../../../platform/database/database.ts';

export type AgedDispatch = {
  id: number;
  lastSeq: number;
  upToSeq: number;
  firstMessageId: string | null;
  lastMessageId: string | null;
};

/** Records at most `limit` dispatches whose texts are past their retention. */
export async function enlistAged(tx: Tx, limit: number): Promise<void> {
  await tx.query(
    `insert into text_removals (dispatch_id)
     select d.id
     from companies c
     join dispatches d on d.company_id = c.id
     where c.text_retention_days is not null
       and d.ended_at < $1::timestamptz - c.text_retention_days * interval '1 day'
       and not exists (select from text_removals r where r.dispatch_id = d.id)
     order by d.id
     limit $2
     on conflict do nothing`,
    [tx.now, limit],
  );
}

export async function lockAged(tx: Tx): Promise<AgedDispatch | undefined> {
  const rows = await tx.query<AgedDispatch>(
    `select d.id, d.last_seq as "lastSeq", r.up_to_seq as "upToSeq",
       d.first_message_id as "firstMessageId", d.last_message_id as "lastMessageId"
     from text_removals r
     join dispatches d on d.id = r.dispatch_id
     where r.done_at is null
     order by r.dispatch_id
     limit 1
     for update of r skip locked`,
  );
  return rows[0];
}

export async function recordRemoved(tx: Tx, dispatchId: number, upToSeq: number): Promise<void> {
  await tx.query(
    `update text_removals
     set up_to_seq = $2
     where dispatch_id = $1`,
    [dispatchId, upToSeq],
  );
}

export async function clearDispatchText(tx: Tx, dispatchId: number): Promise<void> {
  await tx.query(
    `update dispatches
     set text = ''
     where id = $1`,
    [dispatchId],
  );
}

export async function markRemovalDone(tx: Tx, dispatchId: number): Promise<void> {
  await tx.query(
    `update text_removals
     set done_at = $2
     where dispatch_id = $1`,
    [dispatchId, tx.now],
  );
}
