import type { Micros } from '@volley/domain/money/money.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

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
  return tx.planned<PaidSender>(
    `select
       id,
       company_id as "companyId",
       fee_micros as "feeMicros",
       fee_currency as currency,
       fee_due_month::text as "dueMonth",
       date_to as "dateTo",
       ended_at as "endedAt"
     from senders
     where fee_due_month <= $1
     order by fee_due_month, id
     limit $2
     for no key update skip locked`,
    [present, limit],
  );
}

const newCharges = bulkColumns(
  { id: 'int', companyId: 'int', month: 'date', feeMicros: 'bigint', currency: 'text' },
  2,
);

export async function insertCharges(
  tx: Tx,
  charges: readonly { id: number; companyId: number; month: string; feeMicros: Micros; currency: string }[],
): Promise<void> {
  await tx.query(
    `insert into sender_fee_charges (sender_id, company_id, month, value_micros, currency, created_at)
     select u.id, u.company_id, u.month, u.fee_micros, u.currency, $1
     from ${newCharges.as('u')}
     on conflict (sender_id, month)
     do nothing`,
    [tx.now, ...newCharges.values(charges)],
  );
}

const dueMonths = bulkColumns({ id: 'int', dueMonth: 'date' });

export async function setFeeDueMonths(tx: Tx, rows: readonly { id: number; dueMonth: string | null }[]): Promise<void> {
  await tx.query(
    `update senders s
     set fee_due_month = u.due_month
     from ${dueMonths.as('u')}
     where s.id = u.id`,
    dueMonths.values(rows),
  );
}
