// The only writers of a name's status. Every statement says which status it starts from, so a move that
// somebody else has made already is not made again.
import type { SenderStatus } from '@volley/domain/sender-status.ts';
import { databaseErrorCode, type Tx } from '../../platform/database.ts';

const UNIQUE_VIOLATION = '23505';

export type SenderMove = {
  readonly id: number;
  readonly from: SenderStatus;
  readonly to: SenderStatus;
  readonly managerComment: string | null;
  readonly rejectedAt: Date | null;
  readonly endedAt: Date | null;
  /** The first month a paid name is charged for; null leaves what is there. */
  readonly feeDueMonth: string | null;
};

/** `taken`: another living name is called so; `gone`: the name has another status by now. */
export async function moveSender(tx: Tx, move: SenderMove): Promise<'moved' | 'taken' | 'gone'> {
  try {
    const rows = await tx.query(
      `update senders set status = $3, manager_comment = $4, rejected_at = $5, ended_at = $6,
         fee_due_month = case when fee_micros is null then null else coalesce($7, fee_due_month) end
       where id = $1 and status = $2 returning id`,
      [move.id, move.from, move.to, move.managerComment, move.rejectedAt, move.endedAt, move.feeDueMonth],
    );
    return rows.length === 1 ? 'moved' : 'gone';
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return 'taken';
    throw error;
  }
}

/** False: there is no fee for the operator of this name. */
export async function setFeeByBrand(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.query(
    `update senders s set fee_micros = f.value_micros, fee_currency = f.currency
     from sender_fees f where f.brand = s.brand and s.id = $1 returning s.id`,
    [id],
  );
  return rows.length === 1;
}

export async function clearFee(tx: Tx, id: number): Promise<void> {
  await tx.query('update senders set fee_micros = null, fee_currency = null, fee_due_month = null where id = $1', [id]);
}

/** Rows are locked in the order of their ids, so that two dispatches using the same names cannot deadlock. */
export async function approveAll(
  tx: Tx,
  ids: readonly number[],
  from: readonly SenderStatus[],
  feeDueMonth: string,
): Promise<void> {
  await tx.query(
    `update senders set status = 'APPROVED', fee_due_month = case when fee_micros is null then null else $3::date end
     where id in (
       select id from senders where id = any($1::integer[]) and status = any($2::text[]) order by id for no key update)`,
    [ids, from, feeDueMonth],
  );
}

/** Complete requests: the rule of `isSenderRequestComplete`, in the words of the index that finds them. */
export async function submitDrafts(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `update senders set status = 'PRE_REVIEW' where id in (
       select id from senders where status = 'DRAFT' and (common_type <> 'PROMO' or document_ids <> '{}')
       order by id limit $1 for no key update skip locked) and status = 'DRAFT' returning id`,
    [limit],
  );
  return rows.length;
}

/** A paid name is charged from the month in which it begins, however late the clock comes by. */
export async function beginAwaiting(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `update senders set status = 'APPROVED', fee_due_month = case when fee_micros is null then null
         else date_trunc('month', date_from at time zone 'Europe/Moscow')::date end
     where id in (
       select id from senders where status = 'AWAITING' and date_from <= $1
       order by date_from limit $2 for no key update skip locked) and status = 'AWAITING' returning id`,
    [tx.now, limit],
  );
  return rows.length;
}

export async function closeExpired(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `update senders set status = 'CLOSED', ended_at = date_to where id in (
       select id from senders where date_to <= $1 and date_to is not null and status not in ('DENIED', 'CLOSED')
       order by date_to limit $2 for no key update skip locked) and status not in ('DENIED', 'CLOSED') returning id`,
    [tx.now, limit],
  );
  return rows.length;
}
