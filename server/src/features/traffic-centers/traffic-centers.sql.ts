import type { Tx } from '../../platform/database/database.ts';
import type { TrafficCenter } from './traffic-center.ts';

const COLUMNS = `id, company_id as "companyId", name, is_default as "isDefault", created_at as "createdAt"`;

export function selectCenters(tx: Tx, companyId: number): Promise<TrafficCenter[]> {
  return tx.query<TrafficCenter>(
    `select ${COLUMNS}
     from traffic_centers
     where company_id = $1
     order by id`,
    [companyId],
  );
}

export async function selectCenter(tx: Tx, id: number): Promise<TrafficCenter | undefined> {
  const rows = await tx.query<TrafficCenter>(
    `select ${COLUMNS}
     from traffic_centers
     where id = $1`,
    [id],
  );
  return rows[0];
}

/** Serializes changes of the company's centers. */
export async function lockCompany(tx: Tx, companyId: number): Promise<boolean> {
  const rows = await tx.query(
    `select
     from companies
     where id = $1
     for no key update`,
    [companyId],
  );
  return rows.length === 1;
}

export async function insertCenter(
  tx: Tx,
  { companyId, name }: { companyId: number; name: string },
): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `insert into traffic_centers (company_id, name, created_at)
     values ($1, $2, $3)
     on conflict (company_id, name)
     do nothing
     returning id`,
    [companyId, name, tx.now],
  );
  return rows[0]?.id;
}

export async function clearDefault(tx: Tx, { id, companyId }: { id: number; companyId: number }): Promise<void> {
  await tx.query(
    `update traffic_centers
     set is_default = false
     where company_id = $1
       and is_default
       and id <> $2`,
    [companyId, id],
  );
}

export async function setDefault(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update traffic_centers
     set is_default = true
     where id = $1`,
    [id],
  );
}
