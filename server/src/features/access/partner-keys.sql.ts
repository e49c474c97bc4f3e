import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Names of the company and the traffic center of a key. */
export type KeyPlace = {
  readonly keyId: string;
  readonly companyName: string;
  readonly trafficCenterName: string;
};

/** Keys of a partner, or of one of its companies. */
export function selectKeyPlaces(
  tx: Tx,
  partnerId: number,
  { companyId, keyId }: { companyId?: number; keyId?: string },
  limit: number,
): Promise<KeyPlace[]> {
  return tx.query<KeyPlace>(
    `select k.key_id as "keyId", c.name as "companyName", t.name as "trafficCenterName"
     from api_keys k
     join companies c on c.id = k.company_id
     join traffic_centers t
       on t.company_id = k.company_id
      and case when k.traffic_center_id is null then t.is_default else t.id = k.traffic_center_id end
     where c.partner_id = $1
       and ($2::int is null or k.company_id = $2)
       and ($3::text is null or k.key_id = $3)
     order by k.company_id, k.created_at, k.key_id
     limit $4`,
    [partnerId, companyId ?? null, keyId ?? null, limit],
  );
}

/** False: not a company of the partner. Its keys are created one after the other. */
export async function lockOwnCompany(tx: Tx, partnerId: number, companyId: number): Promise<boolean> {
  const rows = await tx.query(
    `select
     from companies
     where id = $1
       and partner_id = $2
     for no key update`,
    [companyId, partnerId],
  );
  return rows.length === 1;
}

export async function countActiveKeys(tx: Tx, companyId: number): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `select count(*)::int as count
     from api_keys
     where company_id = $1
       and status = 'ACTIVE'`,
    [companyId],
  );
  return must(rows[0], `number of active keys of company ${companyId}`).count;
}
