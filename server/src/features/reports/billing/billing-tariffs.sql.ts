import type { Tx } from '../../../platform/database/database.ts';

/** Sender names with a fee, by operator. */
export function countPaidNames(tx: Tx, partnerId: number, companyId: number | undefined) {
  return tx.query<{ brand: string; names: number }>(
    `select s.brand, count(*)::integer as names
     from senders s
     join companies c on c.id = s.company_id
     where c.partner_id = $1
       and ($2::integer is null or c.id = $2)
       and s.registered
       and s.fee_due_month is not null
     group by s.brand`,
    [partnerId, companyId ?? null],
  );
}
