// Sealed contents of the verifier's messages: the only place that stores a code. A row is deleted with its code.
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

export type MessageCode = {
  readonly messageId: string;
  readonly companyId: number;
  readonly sealed: string;
  readonly expiresAt: Date;
};

const codeColumns = bulkColumns({ messageId: 'uuid', companyId: 'int', sealed: 'text', expiresAt: 'timestamptz' });
const INSERT_CODES = `insert into message_codes (${codeColumns.names})
     select *
     from ${codeColumns.as('u')}`;

export async function insertCodes(tx: Tx, rows: readonly MessageCode[]): Promise<void> {
  await tx.query(INSERT_CODES, codeColumns.values(rows));
}

export function selectCodes(tx: Tx, messageIds: readonly string[]) {
  return tx.query<{ messageId: string; sealed: string }>(
    `select message_id as "messageId", sealed
     from message_codes
     where message_id = any($1::uuid[])`,
    [messageIds],
  );
}

/** For messages of a code that cannot be entered any more. */
export async function deleteCodes(tx: Tx, messageIds: readonly string[]): Promise<void> {
  await tx.query(
    `delete from message_codes
     where message_id = any($1::uuid[])`,
    [messageIds],
  );
}

/** True when there may be more. */
export async function deleteExpiredCodes(tx: Tx, limit: number): Promise<boolean> {
  const rows = await tx.query(
    `delete from message_codes
     where message_id = any(array(
       select message_id
       from message_codes
       where expires_at <= $1
       order by expires_at
       limit $2
       for update skip locked))
     returning 1`,
    [tx.now, limit],
  );
  return rows.length === limit;
}
