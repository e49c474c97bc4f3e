import type { Tx } from '../../../platform/database/database.ts';

const COUNT_PROFILES = `
  select count(*)::integer as count
  from verification_profiles
  where company_id = $1`;

const COUNT_WIDGETS = `
  select count(*)::integer as count
  from verification_widgets
  where company_id = $1`;

export async function countProfiles(tx: Tx, companyId: number): Promise<number> {
  const rows = await tx.query<{ count: number }>(COUNT_PROFILES, [companyId]);
  return rows[0]?.count ?? 0;
}

export async function countWidgets(tx: Tx, companyId: number): Promise<number> {
  const rows = await tx.query<{ count: number }>(COUNT_WIDGETS, [companyId]);
  return rows[0]?.count ?? 0;
}

export function selectCompanyNames(tx: Tx, companyIds: readonly number[]) {
  return tx.query<{ companyId: number; companyName: string }>(
    `select id as "companyId", name as "companyName"
     from companies
     where id = any($1)`,
    [companyIds],
  );
}
