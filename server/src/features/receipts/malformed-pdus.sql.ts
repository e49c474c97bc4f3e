import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

export type MalformedPdu = { readonly linkId: number; readonly receivedAt: Date; readonly pdu: Buffer };

const malformed = bulkColumns({ linkId: 'int', receivedAt: 'timestamptz', pdu: 'bytea' });
const INSERT_MALFORMED_PDUS = `
  insert into malformed_pdus (${malformed.names})
  select u.*
  from ${malformed.as('u')}`;

export async function insertMalformedPdus(tx: Tx, rows: readonly MalformedPdu[]): Promise<void> {
  await tx.query(INSERT_MALFORMED_PDUS, malformed.values(rows));
}

/** Leaves the newest `keptPerLink` rows of each of these links. */
export async function deleteOldestMalformed(tx: Tx, linkIds: readonly number[], keptPerLink: number): Promise<void> {
  await tx.query(
    `delete from malformed_pdus m
     using (
       select id, row_number() over (partition by link_id order by id desc) as age
       from malformed_pdus
       where link_id = any($1::int[])
     ) o
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
