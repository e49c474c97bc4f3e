import type { Tx } from '../../platform/database/database.ts';

export async function isInboundEnabled(tx: Tx, companyId: number): Promise<boolean> {
  const rows = await tx.query<{ enabled: boolean }>(
    `select inbound_enabled as enabled
     from companies
     where id = $1`,
    [companyId],
  );
  return rows[0]?.enabled === true;
}

export async function selectCenterCompany(tx: Tx, centerId: number): Promise<number | undefined> {
  const rows = await tx.query<{ companyId: number }>(
    `select company_id as "companyId"
     from traffic_centers
     where id = $1`,
    [centerId],
  );
  return rows[0]?.companyId;
}

export async function updateRuleExceptTarget(
  tx: Tx,
  id: number,
  { trafficCenterId, senderNames }: { trafficCenterId: number; senderNames: readonly string[] },
): Promise<void> {
  await tx.query(
    `update inbound_rules
     set traffic_center_id = $2, sender_names = $3
     where id = $1`,
    [id, trafficCenterId, senderNames],
  );
}

/** Active keys and rules of each traffic center. Keys without a center use the default one. */
export async function selectCenterUses(
  tx: Tx,
  centerIds: readonly number[],
): Promise<ReadonlyMap<number, { keys: number; rules: number }>> {
  const rows = await tx.query<{ id: number; keys: number; rules: number }>(
    `select
       t.id,
       (
         select count(*)::int
         from api_keys k
         where k.company_id = t.company_id
           and k.status = 'ACTIVE'
           and case when k.traffic_center_id is null then t.is_default else k.traffic_center_id = t.id end
       ) as keys,
       (select count(*)::int from inbound_rules r where r.traffic_center_id = t.id) as rules
     from traffic_centers t
     where t.id = any($1::int[])`,
    [centerIds],
  );
  return new Map(rows.map(({ id, keys, rules }) => [id, { keys, rules }]));
}
