import type { Micros } from '@volley/domain/money.ts';
import type { Tx } from '../../platform/database.ts';

type PaidSender = {
  id: number;
  companyId: number;
  feeMicros: Micros;
  currency: string;
  dueMonth: string;
  dateTo: Date | null;
  endedAt: Date | null;
};

export function lockSendersToCharge(tx: Tx, present: string, limit: number) {
  return tx.query<PaidSender>(
    `select id, company_id as "companyId", fee_micros as "feeMicros", fee_currency as currency,
       fee_due_month::text as "dueMonth", date_to as "dateTo", ended_at as "endedAt"
     from senders where fee_due_month <= $1 order by fee_due_month, id limit $2 for no key update skip locked`,
    [present, limit],
  );
}

export async function insertCharges(
  tx: Tx,
  charges: readonly { id: number; companyId: number; month: string; feeMicros: Micros; currency: string }[],
): Promise<void> {
  await tx.query(
    `insert into sender_fee_charges (sender_id, company_id, month, value_micros, currency, created_at)
     select u.*, $6 from unnest($1::int[], $2::int[], $3::date[], $4::bigint[], $5::text[]) as u
     on conflict (sender_id, month) do nothing`,
    [
      charges.map((charge) => charge.id),
      charges.map((charge) => charge.companyId),
      charges.map((charge) => charge.month),
      charges.map((charge) => charge.feeMicros),
      charges.map((charge) => charge.currency),
      tx.now,
    ],
  );
}

export async function setFeeDueMonths(tx: Tx, rows: readonly { id: number; dueMonth: string | null }[]): Promise<void> {
  await tx.query(
    `update senders s set fee_due_month = u.due_month from unnest($1::int[], $2::date[]) as u(id, due_month)
     where s.id = u.id`,
    [rows.map((row) => row.id), rows.map((row) => row.dueMonth)],
  );
}
