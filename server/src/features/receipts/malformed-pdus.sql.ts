import type { Tx } from '../../platform/database.ts';

export type MalformedPdu = { readonly linkId: number; readonly receivedAt: Date; readonly pdu: Buffer };

export async function insertMalformedPdus(tx: Tx, rows: readonly MalformedPdu[]): Promise<void> {
  await tx.query(
    `insert into malformed_pdus (link_id, received_at, pdu)
     select *
     from unnest($1::int[], $2::timestamptz[], $3::bytea[])`,
    [rows.map((row) => row.linkId), rows.map((row) => row.receivedAt), rows.map((row) => row.pdu)],
  );
}

/** Keeps the newest rows of each of these links. */
export async function deleteOldestMalformed(tx: Tx, linkIds: readonly number[], keptPerLink: number): Promise<void> {
  await tx.query(
    `delete from malformed_pdus m
     using (
       select id, row_number() over (partition by link_id order by id desc) as age
       from malformed_pdus
       where link_id = any($1::int[])) o
     where m.id = o.id
       and o.age > $2`,
    [linkIds, keptPerLink],
  );
}

export async function deleteMalformedBefore(tx: Tx, receivedBefore: Date): Promise<number> {
  const rows = await tx.query(
    `delete from malformed_pdus
     where received_at < $1
     returning id`,
    [receivedBefore],
  );
  return rows.length;
}
