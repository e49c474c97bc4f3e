import { must } from '@volley/domain/must.ts';
import type { CodeWording } from '@volley/domain/verification/verification-channel.ts';
import { countingDay } from '@volley/domain/verification/verification-limit.ts';
import type { SentCode } from '@volley/domain/verification/verification-status.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type VerificationRow = CodeWording & {
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
  /** Null: requested over the API. */
  readonly widgetId: string | null;
};

export async function insertVerification(tx: Tx, row: VerificationRow): Promise<void> {
  await tx.query(
    `insert into verifications (
       id, company_id, profile_id, message_uuid, prefix, day, code_mac, checks_max, created_at,
       expires_at, number_mac, code_length, language, site_host, widget_id
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
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
      row.language,
      row.siteHost,
      row.widgetId,
    ],
  );
}

export type OpenVerification = Pick<VerificationRow, 'gatewayId' | 'prefix' | 'day'> & {
  /** The messages of the code, oldest first. */
  readonly messages: readonly { readonly messageUuid: string; readonly codeMac: string }[];
  /** No check is left after this one. */
  readonly isLast: boolean;
  /** Null in rows of earlier versions. */
  readonly numberMac: string | null;
};

// Codes of earlier versions have no row in verification_messages.
const MESSAGES_OF = `coalesce(
         (
           select json_agg(
             json_build_object('messageUuid', n.message_uuid, 'codeMac', n.code_mac) order by n.position
           )
           from verification_messages n
           where n.verification_id = v.id
         ),
         json_build_array(json_build_object('messageUuid', v.message_uuid, 'codeMac', v.code_mac))
       )`;

/** Claims a check of a live code. The row lock serializes concurrent checks. */
export async function claimCheck(tx: Tx, id: string, companyId: number): Promise<OpenVerification | undefined> {
  const rows = await tx.query<OpenVerification>(
    `update verifications v
     set checks = v.checks + 1
     where v.id = $1
       and v.company_id = $2
       and v.confirmed_at is null
       and v.checks < v.checks_max
       and v.expires_at > $3
     returning
       v.profile_id as "gatewayId",
       v.prefix,
       v.day::text as day,
       ${MESSAGES_OF} as messages,
       v.checks >= v.checks_max as "isLast",
       v.number_mac as "numberMac"`,
    [id, companyId, tx.now],
  );
  return rows[0];
}

export async function isVerification(tx: Tx, id: string, companyId: number): Promise<boolean> {
  const rows = await tx.query(
    `select
     from verifications
     where id = $1
       and company_id = $2`,
    [id, companyId],
  );
  return rows.length === 1;
}

export async function confirmVerification(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update verifications
     set confirmed_at = $2
     where id = $1
       and confirmed_at is null`,
    [id, tx.now],
  );
}

/** The event `expired` is recorded in the same transaction. */
export async function markExpired(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update verifications
     set expired_at = $2
     where id = $1`,
    [id, tx.now],
  );
}

/** Marks codes whose lifetime is over, and returns the newest message of each. */
export function expireLapsed(tx: Tx, limit: number): Promise<{ id: string; messageUuid: string; at: Date }[]> {
  return tx.planned<{ id: string; messageUuid: string; at: Date }>(
    `update verifications v
     set expired_at = $1
     where v.id = any(array(
       select id
       from verifications
       where expires_at <= $1
         and confirmed_at is null
         and cancelled_at is null
         and expired_at is null
       order by expires_at
       limit $2
       for update skip locked
     ))
     returning
       v.id,
       v.expires_at as at,
       coalesce(
         (
           select n.message_uuid
           from verification_messages n
           where n.verification_id = v.id
           order by n.position desc
           limit 1
         ),
         v.message_uuid
       ) as "messageUuid"`,
    [tx.now, limit],
  );
}

/** The code ends now. */
export async function markCancelled(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update verifications
     set
       cancelled_at = $2,
       expires_at = $2
     where id = $1`,
    [id, tx.now],
  );
}

export type StoredVerification = SentCode & {
  readonly id: string;
  readonly createdAt: Date;
  readonly cancelledAt: Date | null;
};

const SELECT_VERIFICATION = `
     select
       id,
       checks,
       checks_max as "checksMax",
       created_at as "createdAt",
       expires_at as "expiresAt",
       confirmed_at as "confirmedAt",
       cancelled_at as "cancelledAt"
     from verifications
     where id = $1
       and company_id = $2`;

export async function selectVerification(tx: Tx, id: string, companyId: number) {
  const rows = await tx.query<StoredVerification>(SELECT_VERIFICATION, [id, companyId]);
  return rows[0];
}

export async function lockVerification(tx: Tx, id: string, companyId: number) {
  const rows = await tx.query<StoredVerification>(
    `${SELECT_VERIFICATION}
     for update`,
    [id, companyId],
  );
  return rows[0];
}

/** The maximum price of a message. */
export async function selectAmount(tx: Tx, companyId: number, messageUuid: string): Promise<bigint> {
  const rows = await tx.query<{ amountMicros: bigint }>(
    `select amount_micros as "amountMicros"
     from messages
     where id = $1
       and company_id = $2`,
    [messageUuid, companyId],
  );
  return must(rows[0], `message ${messageUuid} of company ${companyId}`).amountMicros;
}

/** A column named `day` has days of Europe/Moscow. */
export type AgedRows = { readonly table: string; readonly column: string; readonly keptSeconds: number };

/** Returns the number of deleted rows. */
export async function deleteAged(tx: Tx, { table, column, keptSeconds }: AgedRows, limit: number): Promise<number> {
  const keptFrom = new Date(tx.now.getTime() - keptSeconds * 1000);
  const rows = await tx.query(
    `delete from ${table}
     where ctid = any(array(
       select ctid
       from ${table}
       where ${column} < $1
       order by ${column}
       limit $2
       for update skip locked
     ))
     returning 1`,
    [column === 'day' ? countingDay(keptFrom).day : keptFrom, limit],
  );
  return rows.length;
}
