// The only writers of a sender's status. Every statement names the status it starts from, so a concurrent move is not
// repeated.
import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { databaseErrorCode, type Tx } from '../../platform/database/database.ts';

const UNIQUE_VIOLATION = '23505';

export type SenderMove = {
  readonly id: number;
  readonly from: SenderStatus;
  readonly to: SenderStatus;
  readonly managerComment: string | null;
  readonly rejectedAt: Date | null;
  readonly endedAt: Date | null;
  /** The first month to charge a paid name for; null keeps the stored month. */
  readonly feeDueMonth: string | null;
};

/** `taken`: another living sender has this name. `gone`: the status has changed meanwhile. */
export async function moveSender(tx: Tx, move: SenderMove): Promise<'moved' | 'taken' | 'gone'> {
  try {
    const rows = await tx.query(
      `update senders
       set
         status = $3,
         manager_comment = $4,
         rejected_at = $5,
         ended_at = $6,
         fee_due_month = case when fee_micros is null then null else coalesce($7, fee_due_month) end
       where id = $1
         and status = $2
       returning id`,
      [move.id, move.from, move.to, move.managerComment, move.rejectedAt, move.endedAt, move.feeDueMonth],
    );
    return rows.length === 1 ? 'moved' : 'gone';
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return 'taken';
    throw error;
  }
}

/** False: the operator of this name has no fee. */
export async function setFeeByBrand(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.query(
    `update senders s
     set fee_micros = f.value_micros, fee_currency = f.currency
     from sender_fees f
     where f.brand = s.brand
       and s.id = $1
     returning s.id`,
    [id],
  );
  return rows.length === 1;
}

export async function clearFee(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update senders
     set
       fee_micros = null,
       fee_currency = null,
       fee_due_month = null
     where id = $1`,
    [id],
  );
}

/** Locks rows in the order of ids: two dispatches with the same names cannot deadlock. */
export async function approveAll(
  tx: Tx,
  ids: readonly number[],
  from: readonly SenderStatus[],
  feeDueMonth: string,
): Promise<void> {
  await tx.query(
    `update senders
     set
       status = 'APPROVED',
       fee_due_month = case when fee_micros is null then null else $3::date end
     where id in (
       select id
       from senders
       where id = any($1::integer[])
         and status = any($2::text[])
       order by id
       for no key update
     )`,
    [ids, from, feeDueMonth],
  );
}

/** Complete requests: the rule of `isSenderRequestComplete`, written as in the partial index. */
export async function submitDrafts(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.planned(
    `update senders
     set status = 'PRE_REVIEW'
     where id in (
         select id
         from senders
         where status = 'DRAFT'
           and (common_type <> 'PROMO' or document_ids <> '{}')
         order by id
         limit $1
         for no key update skip locked
       )
       and status = 'DRAFT'
     returning id`,
    [limit],
  );
  return rows.length;
}

/** A paid name is charged from the month of its start date, even if the sweeper runs later. */
export async function beginAwaiting(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.planned(
    `update senders
     set
       status = 'APPROVED',
       fee_due_month = case
         when fee_micros is null then null
         else date_trunc('month', date_from at time zone 'Europe/Moscow')::date
       end
     where id in (
         select id
         from senders
         where status = 'AWAITING'
           and date_from <= $1
         order by date_from
         limit $2
         for no key update skip locked
       )
       and status = 'AWAITING'
     returning id`,
    [tx.now, limit],
  );
  return rows.length;
}

export async function closeExpired(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.planned(
    `update senders
     set status = 'CLOSED', ended_at = date_to
     where id in (
         select id
         from senders
         where date_to <= $1
           and date_to is not null
           and status not in ('DENIED', 'CLOSED')
         order by date_to
         limit $2
         for no key update skip locked
       )
       and status not in ('DENIED', 'CLOSED')
     returning id`,
    [tx.now, limit],
  );
  return rows.length;
}
