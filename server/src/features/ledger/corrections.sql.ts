import type { Tx } from '../../platform/database/database.ts';

type Correction = {
  readonly companyId: number;
  readonly month: string;
  readonly amountMicros: bigint;
  readonly messageId?: string | undefined;
  readonly reason: string;
  readonly person: string;
};

/** Locked until COMMIT, so that the month cannot be closed meanwhile. */
export async function lockMonth(
  tx: Tx,
  companyId: number,
  month: string,
): Promise<{ readonly isClosed: boolean } | undefined> {
  const rows = await tx.query<{ isClosed: boolean }>(
    `select closed_at is not null as "isClosed"
     from company_months
     where company_id = $1
       and month = $2
     for update`,
    [companyId, month],
  );
  return rows[0];
}

/** Returns the month's new spent amount; undefined when it would be below zero, nothing is written then. */
export async function correctSpent(tx: Tx, correction: Correction): Promise<bigint | undefined> {
  const rows = await tx.query<{ spent: bigint }>(
    `with corrected as (
       update company_months
       set spent_micros = spent_micros + $3
       where company_id = $1
         and month = $2
         and spent_micros + $3 >= 0
       returning spent_micros),
     entered as (
       insert into ledger (
         company_id, month, kind, messages, reserved_micros, spent_micros, message_id, reason, person,
         created_at)
       select $1, $2, 'correct', 0, 0, $3, $4, $5, $6, $7
       from corrected)
     select spent_micros as spent
     from corrected`,
    valuesOf(tx, correction),
  );
  return rows[0]?.spent;
}

/**
 * Corrects a closed month by a row of the present month, which must exist. The returned amount includes all rows
 * entered after the closing.
 */
export async function correctClosedMonth(tx: Tx, correction: Correction, present: string): Promise<bigint | undefined> {
  const rows = await tx.query<{ spent: bigint }>(
    `with known as (
       select
         m.spent_micros + $3 + coalesce((
           select sum(l.spent_micros)
           from ledger l
           where l.company_id = $1
             and l.late_of = $2), 0)::bigint as spent
       from company_months m
       where m.company_id = $1
         and m.month = $2),
     charged as (
       update company_months m
       set late_micros = m.late_micros + $3
       from known
       where m.company_id = $1
         and m.month = $8
         and known.spent >= 0
       returning known.spent),
     entered as (
       insert into ledger (
         company_id, month, late_of, kind, messages, reserved_micros, spent_micros, message_id, reason,
         person, created_at)
       select $1, $8, $2, 'correct', 0, 0, $3, $4, $5, $6, $7
       from charged)
     select spent
     from charged`,
    [...valuesOf(tx, correction), present],
  );
  return rows[0]?.spent;
}

const valuesOf = (tx: Tx, { companyId, month, amountMicros, messageId, reason, person }: Correction): unknown[] => [
  companyId,
  month,
  amountMicros,
  messageId ?? null,
  reason,
  person,
  tx.now,
];

export type CorrectionRow = {
  readonly month: string;
  /** Month of the row: differs from `month` when that was closed. */
  readonly enteredIn: string;
  readonly amountMicros: bigint;
  readonly messageId: string | null;
  readonly reason: string;
  readonly person: string;
  readonly createdAt: Date;
};

export function selectCorrections(tx: Tx, companyId: number): Promise<CorrectionRow[]> {
  return tx.query<CorrectionRow>(
    `select
       coalesce(late_of, month)::text as month,
       month::text as "enteredIn",
       spent_micros as "amountMicros",
       message_id as "messageId",
       reason,
       person,
       created_at as "createdAt"
     from ledger
     where company_id = $1
       and kind = 'correct'
     order by id desc`,
    [companyId],
  );
}
