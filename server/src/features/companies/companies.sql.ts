import type { Tx } from '../../platform/database.ts';
import type { Company, CompanyDraft } from './company.ts';

const COLUMNS = `id as "companyId", partner_id as "partnerId", name, counteragent_type as "counteragentType",
  counteragent_name as "counteragentName", counteragent_inn as "counteragentInn",
  counteragent_address as "counteragentAddress", counteragent_kpp as "counteragentKpp",
  actual_address as "actualAddress", status, budget_micros as "budgetMicros", routing,
  coalesce(allowed_countries, (select p.allowed_countries from partners p where p.id = partner_id)) as "openCountries",
  created_at as "createdAt", updated_at as "updatedAt"`;

export async function selectCompany(tx: Tx, partnerId: number, companyId: number): Promise<Company | undefined> {
  const rows = await tx.planned<Company>(`select ${COLUMNS} from companies where id = $1 and partner_id = $2`, [
    companyId,
    partnerId,
  ]);
  return rows[0];
}

/** Two changes at a time follow each other; what neither names is lost by neither. */
export async function lockCompany(tx: Tx, partnerId: number, companyId: number): Promise<Company | undefined> {
  const rows = await tx.query<Company>(
    `select ${COLUMNS} from companies where id = $1 and partner_id = $2 for no key update`,
    [companyId, partnerId],
  );
  return rows[0];
}

export async function updateCompanyRow(tx: Tx, company: Company): Promise<Company> {
  const rows = await tx.query<Company>(
    `update companies set name = $2, status = $3, actual_address = $4, budget_micros = $5, updated_at = $6
     where id = $1 returning ${COLUMNS}`,
    [company.companyId, company.name, company.status, company.actualAddress, company.budgetMicros, tx.now],
  );
  const [updated] = rows;
  if (updated === undefined) throw new Error('a locked company is gone');
  return updated;
}

export async function selectCompanies(
  tx: Tx,
  partnerId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<Company[]> {
  return tx.query<Company>(`select ${COLUMNS} from companies where partner_id = $1 order by id limit $2 offset $3`, [
    partnerId,
    limit,
    offset,
  ]);
}

export async function countCompanies(tx: Tx, partnerId: number): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    'select count(*)::integer as total from companies where partner_id = $1',
    [partnerId],
  );
  return rows[0]?.total ?? 0;
}

export async function insertCompany(tx: Tx, partnerId: number, draft: CompanyDraft): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `insert into companies (partner_id, name, counteragent_type, counteragent_name, counteragent_inn,
                            counteragent_address, counteragent_kpp, budget_micros, created_at, updated_at)
     values ($1, $2, $3, $2, $4, $5, $6, $7, $8, $8) returning id`,
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
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a new company came back without an id');
  return id;
}

export async function selectSpentMicros(tx: Tx, companyId: number, month: string): Promise<bigint> {
  const rows = await tx.query<{ spentMicros: bigint }>(
    'select spent_micros as "spentMicros" from company_months where company_id = $1 and month = $2',
    [companyId, month],
  );
  return rows[0]?.spentMicros ?? 0n;
}
