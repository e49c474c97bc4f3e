import type { Tx } from '../../platform/database.ts';

export type VerificationRow = {
  readonly id: string;
  readonly companyId: number;
  readonly gatewayId: string;
  readonly messageUuid: string;
  readonly prefix: string;
  readonly day: string;
  readonly codeMac: string;
  readonly numberMac: string;
  readonly codeLength: number;
  readonly checksMax: number;
  readonly expiresAt: Date;
};

export async function insertVerification(tx: Tx, row: VerificationRow): Promise<void> {
  await tx.query(
    `insert into verifications (id, company_id, profile_id, message_uuid, prefix, day, code_mac, checks_max, created_at,
       expires_at, number_mac, code_length) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      row.id,
      row.companyId,
      row.gatewayId,
      row.messageUuid,
      row.prefix,
      row.day,
      row.codeMac,
      row.checksMax,
      tx.now,
      row.expiresAt,
      row.numberMac,
      row.codeLength,
    ],
  );
}

export type OpenVerification = Pick<VerificationRow, 'codeMac' | 'gatewayId' | 'prefix' | 'day' | 'messageUuid'> & {
  /** There is no other check after this one. */
  readonly isLast: boolean;
  /** Null in rows of the version before. */
  readonly numberMac: string | null;
};

/**
 * One check less, if the code still has one and still lives. Whoever gets the row holds it until the end of the
 * transaction, so checks side by side are counted one after the other.
 */
export async function takeCheck(tx: Tx, id: string, companyId: number): Promise<OpenVerification | undefined> {
  const rows = await tx.query<OpenVerification>(
    `update verifications set checks = checks + 1
      where id = $1 and company_id = $2 and confirmed_at is null and checks < checks_max and expires_at > $3
      returning code_mac as "codeMac", profile_id as "gatewayId", prefix, day::text as day,
        message_uuid as "messageUuid", checks >= checks_max as "isLast", number_mac as "numberMac"`,
    [id, companyId, tx.now],
  );
  return rows[0];
}

export async function isVerification(tx: Tx, id: string, companyId: number): Promise<boolean> {
  const rows = await tx.query('select from verifications where id = $1 and company_id = $2', [id, companyId]);
  return rows.length === 1;
}

export async function confirmVerification(tx: Tx, id: string): Promise<void> {
  await tx.query('update verifications set confirmed_at = $2 where id = $1 and confirmed_at is null', [id, tx.now]);
}

/** The most that a message may cost. */
export async function selectAmount(tx: Tx, companyId: number, messageUuid: string): Promise<bigint> {
  const rows = await tx.query<{ amountMicros: bigint }>(
    'select amount_micros as "amountMicros" from messages where id = $1 and company_id = $2',
    [messageUuid, companyId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`message ${messageUuid} is not where it was written`);
  return row.amountMicros;
}

type Aged = { readonly table: string; readonly column: string; readonly keptSeconds: number };

/** Kept a day beyond their end, so that a late question is told EXPIRED; destinations an hour at most. */
const AGED: readonly Aged[] = [
  { table: 'verifications', column: 'expires_at', keptSeconds: 86_400 },
  { table: 'widget_sessions', column: 'expires_at', keptSeconds: 3_600 },
  { table: 'verification_rates', column: 'kept_until', keptSeconds: 0 },
  { table: 'verification_prefixes', column: 'day', keptSeconds: 32 * 86_400 },
  { table: 'verification_wrongs', column: 'day', keptSeconds: 2 * 86_400 },
  { table: 'verification_days', column: 'day', keptSeconds: 400 * 86_400 },
  { table: 'flashcall_conversions', column: 'reported_at', keptSeconds: 400 * 86_400 },
];

/** True when there may be more. */
export async function deleteAged(tx: Tx, limit: number): Promise<boolean> {
  let more = false;
  for (const { table, column, keptSeconds } of AGED) {
    const rows = await tx.query(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} where ${column} < $1 order by ${column} limit $2 for update skip locked)) returning 1`,
      [new Date(tx.now.getTime() - keptSeconds * 1000), limit],
    );
    more ||= rows.length === limit;
  }
  return more;
}
