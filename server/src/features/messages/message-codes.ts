// What messages of the verifier say, sealed: the only place where a code is kept. A row ends with its code.
import type { Tx } from '../../platform/database.ts';

export type MessageCode = {
  readonly messageId: string;
  readonly companyId: number;
  readonly sealed: string;
  readonly expiresAt: Date;
};

export async function insertCodes(tx: Tx, rows: readonly MessageCode[]): Promise<void> {
  await tx.query(
    `insert into message_codes (message_id, company_id, sealed, expires_at)
     select * from unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[])`,
    [
      rows.map((row) => row.messageId),
      rows.map((row) => row.companyId),
      rows.map((row) => row.sealed),
      rows.map((row) => row.expiresAt),
    ],
  );
}

export function selectCodes(tx: Tx, messageIds: readonly string[]) {
  return tx.query<{ messageId: string; sealed: string }>(
    'select message_id as "messageId", sealed from message_codes where message_id = any($1::uuid[])',
    [messageIds],
  );
}

/** Nobody can enter it any more. */
export async function deleteCode(tx: Tx, messageId: string): Promise<void> {
  await tx.query('delete from message_codes where message_id = $1', [messageId]);
}

/** True when there may be more. */
export async function deleteExpiredCodes(tx: Tx, limit: number): Promise<boolean> {
  const rows = await tx.query(
    `delete from message_codes where message_id = any(array(
       select message_id from message_codes where expires_at <= $1 order by expires_at limit $2 for update skip locked))
     returning 1`,
    [tx.now, limit],
  );
  return rows.length === limit;
}
