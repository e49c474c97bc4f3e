// Settings of companies, for staff. The caller opens the transaction. Running dispatches of a disabled company are held
// and continue when it is active again.
import { billingMonth } from '@volley/domain/money/budget.ts';
import type { Micros } from '@volley/domain/money/money.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  type CompanyFilter,
  countAllCompanies,
  type Governance,
  selectAllCompanies,
  selectAnyCompany,
  updateGovernance,
} from './all-companies.sql.ts';
import { budgetFaults } from './budget-limit.ts';
import { selectSpentMicros } from './companies.sql.ts';
import type { GovernedCompany } from './governed-company.ts';

export async function listAllCompanies(
  tx: Tx,
  { page, perPage, ...filter }: CompanyFilter & { readonly page: number; readonly perPage: number },
): Promise<{ total: number; items: GovernedCompany[] }> {
  return {
    total: await countAllCompanies(tx, filter),
    items: await selectAllCompanies(tx, filter, { limit: perPage, offset: (page - 1) * perPage }),
  };
}

export async function getAnyCompany(tx: Tx, companyId: number): Promise<GovernedCompany> {
  const company = await selectAnyCompany(tx, companyId);
  if (company === undefined) throw new Refusal('not-found', { kind: 'Company', id: companyId });
  return company;
}

export function spentThisMonth(tx: Tx, companyId: number): Promise<Micros> {
  return selectSpentMicros(tx, companyId, billingMonth(tx.now.getTime()));
}

export async function governCompany(tx: Tx, companyId: number, change: Governance): Promise<GovernedCompany> {
  refuseFaults(budgetFaults(change.budgetMicros));
  await updateGovernance(tx, companyId, change);
  return getAnyCompany(tx, companyId);
}
