// A company on the wire, for the partner API, the partner console and the back office.
import { formatDatetime } from '@volley/contract/datetime.ts';
import { CompanyFields } from '@volley/contract/shapes/company.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { Company } from '../../features/companies/company.ts';
import { pickMembers } from './pick-members.ts';

export function shownCompany(company: Company) {
  return {
    companyId: company.companyId,
    ...pickMembers(company, CompanyFields),
    createdAt: formatDatetime(company.createdAt),
    updatedAt: formatDatetime(company.updatedAt),
  };
}

export function shownBudget({ budgetMicros }: Pick<Company, 'budgetMicros'>, currency: string) {
  return budgetMicros === null ? null : { value: decimalFromMicros(budgetMicros), currency };
}
