import type { Tx } from '../../../platform/database/database.ts';

/** The number of the hash has confirmed a code of the company. */
export async function upsertKnownNumber(tx: Tx, companyId: number, numberMac: string): Promise<void> {
  await tx.query(
    `insert into verification_known_numbers (company_id, number_mac, confirmed_at)
     values ($1, $2, $3)
     on conflict (company_id, number_mac)
     do update set confirmed_at = excluded.confirmed_at`,
    [companyId, numberMac, tx.now],
  );
}
