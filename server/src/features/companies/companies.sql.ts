import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Company, CompanyDraft } from './company.ts';

/** Columns of a `Company`; the table has no alias. */
export const COMPANY_COLUMNS = `
       companies.id as "companyId",
       companies.partner_id as "partnerId",
       companies.name,
       companies.counteragent_type as "counteragentType",
       companies.counteragent_name as "counteragentName",
       companies.counteragent_inn as "counteragentInn",
       companies.counteragent_address as "counteragentAddress",
       companies.counteragent_kpp as "counteragentKpp",
       companies.actual_address as "actualAddress",
       companies.status,
       companies.budget_micros as "budgetMicros",
       companies.routing,
       companies.route_waits as "routeWaits",
       coalesce(
         companies.allowed_countries,
         (select p.allowed_countries from partners p where p.id = companies.partner_id)
       ) as "openCountries",
       companies.created_at as "createdAt",
       companies.updated_at as "updatedAt"`;

export async function selectCompany(tx: Tx, partnerId: number, companyId: number): Promise<Company | undefined> {
  const rows = await tx.planned<Company>(
    `select ${COMPANY_COLUMNS}
     from companies
     where id = $1
       and partner_id = $2`,
    [companyId, partnerId],
  );
  return rows[0];
}

/** Serializes concurrent changes, so that none overwrites fields of the other. */
export async function lockCompany(tx: Tx, partnerId: number, companyId: number): Promise<Company | undefined> {
  const rows = await tx.query<Company>(
    `select ${COMPANY_COLUMNS}
     from companies
     where id = $1
       and partner_id = $2
     for no key update`,
    [companyId, partnerId],
  );
  return rows[0];
}

export async function updateCompanyRow(tx: Tx, company: Company): Promise<Company> {
  const rows = await tx.query<Company>(
    `update companies
     set
       name = $2,
       status = $3,
       actual_address = $4,
       budget_micros = $5,
       updated_at = $6,
       route_waits = $7
     where id = $1
     returning ${COMPANY_COLUMNS}`,
    [
      company.companyId,
      company.name,
      company.status,
      company.actualAddress,
      company.budgetMicros,
      tx.now,
      JSON.stringify(company.routeWaits),
    ],
  );
  return must(rows[0], `updated company ${company.companyId}`);
}

export async function selectCompanies(
  tx: Tx,
  partnerId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<Company[]> {
  return tx.query<Company>(
    `select ${COMPANY_COLUMNS}
     from companies
     where partner_id = $1
     order by id
     limit $2
     offset $3`,
    [partnerId, limit, offset],
  );
}

export async function countCompanies(tx: Tx, partnerId: number): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::integer as total
     from companies
     where partner_id = $1`,
    [partnerId],
  );
  return must(rows[0], `number of companies of partner ${partnerId}`).total;
}

export async function insertCompany(tx: Tx, partnerId: number, draft: CompanyDraft): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `insert into companies (
       partner_id, name, counteragent_type, counteragent_name, counteragent_inn,
       counteragent_address, counteragent_kpp, budget_micros, created_at, updated_at
     )
     values ($1, $2, $3, $2, $4, $5, $6, $7, $8, $8)
     returning id`,
    [
      partnerId,
      draft.name,
      draft.counteragentType,
      draft.counteragentInn,
      draft.counteragentAddress ?? null,
      draft.counteragentKpp ?? null,
      draft.budgetMicros,
      tx.now,
    ],
  );
  return must(rows[0], `stored company of partner ${partnerId}`).id;
}

export async function selectSpentMicros(tx: Tx, companyId: number, month: string): Promise<bigint> {
  const rows = await tx.query<{ spentMicros: bigint }>(
    `select spent_micros as "spentMicros"
     from company_months
     where company_id = $1
       and month = $2`,
    [companyId, month],
  );
  return rows[0]?.spentMicros ?? 0n;
}
