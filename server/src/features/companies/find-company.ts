import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { selectCompany } from './companies.sql.ts';
import type { Company } from './company.ts';

/** Another partner's company is not there. */
export function findCompany(tx: Tx, partnerId: number, companyId: number): Promise<Company | undefined> {
  return selectCompany(tx, partnerId, companyId);
}

/** The company, or the refusal that a caller who named it gets. */
export async function getOwnCompany(tx: Tx, partnerId: number, companyId: number): Promise<Company> {
  const company = await findCompany(tx, partnerId, companyId);
  if (company === undefined) throw new Refusal('not-found', { kind: 'Company', id: companyId });
  return company;
}
