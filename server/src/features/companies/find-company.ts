import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectCompany } from './companies.sql.ts';
import type { Company } from './company.ts';

/** Undefined for a company of another partner. */
export function findCompany(tx: Tx, partnerId: number, companyId: number): Promise<Company | undefined> {
  return selectCompany(tx, partnerId, companyId);
}

export async function getOwnCompany(tx: Tx, partnerId: number, companyId: number): Promise<Company> {
  const company = await findCompany(tx, partnerId, companyId);
  if (company === undefined) throw new Refusal('not-found', { kind: 'Company', id: companyId });
  return company;
}
