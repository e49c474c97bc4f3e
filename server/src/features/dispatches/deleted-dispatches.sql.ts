// A deleted dispatch is hidden: its kind becomes SEND, which no list shows, and its status stays CREATED, which no
// bucket has.
import type { Tx } from '../../platform/database/database.ts';

const HIDDEN = `kind = 'SEND'
       and status = 'CREATED'`;

export async function hideDispatch(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update dispatches
     set kind = 'SEND'
     where id = $1
       and kind = 'PARTNER'
       and status = 'CREATED'`,
    [id],
  );
}

export type HiddenDispatch = {
  id: number;
  last_seq: number;
  first_message_id: string | null;
  last_message_id: string | null;
};

export async function lockHidden(tx: Tx): Promise<HiddenDispatch | undefined> {
  const rows = await tx.query<HiddenDispatch>(
    `select id, last_seq, first_message_id, last_message_id
     from dispatches
     where ${HIDDEN}
     order by id
     limit 1
     for update skip locked`,
  );
  return rows[0];
}

export async function shortenHidden(tx: Tx, id: number, lastSeq: number): Promise<void> {
  await tx.query(
    `update dispatches
     set last_seq = $2,
       messages_total = $2
     where id = $1
       and ${HIDDEN}`,
    [id, lastSeq],
  );
}

export async function deleteHidden(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `delete from dispatches
     where id = $1
       and ${HIDDEN}`,
    [id],
  );
}
