import type { Micros } from '@volley/domain/money/money.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAnyCompany, governCompany, listAllCompanies, spentThisMonth } from '../companies/govern-companies.ts';
import type { GovernedCompany } from '../companies/governed-company.ts';
import { refuseUnknownCountries } from './destinations/known-countries.ts';
import { changeAs, type Who } from './staff-actions.ts';

export function listCompaniesAs({ db }: Pick<Platform, 'db'>, filter: Parameters<typeof listAllCompanies>[1]) {
  return read(db, (tx) => listAllCompanies(tx, filter));
}

export function getCompanyAs(
  { db }: Pick<Platform, 'db'>,
  companyId: number,
): Promise<GovernedCompany & { readonly spentMicros: Micros }> {
  return read(db, async (tx) => ({
    ...(await getAnyCompany(tx, companyId)),
    spentMicros: await spentThisMonth(tx, companyId),
  }));
}

export type CompanyDecision = Parameters<typeof governCompany>[2] & { readonly reason?: string };

export async function changeCompanyAs(
  platform: Pick<Platform, 'db' | 'bus'>,
  who: Who,
  companyId: number,
  { reason, ...change }: CompanyDecision,
): Promise<GovernedCompany> {
  refuseUnknownCountries('allowedCountries', change.allowedCountries ?? []);
  const company = await changeAs(platform, who, async (tx) => {
    const reply = await governCompany(tx, companyId, change);
    const { budgetMicros, ...rest } = change;
    const details = {
      ...rest,
      ...(budgetMicros !== undefined && { budgetMicros: budgetMicros?.toString() ?? null }),
      ...(reason !== undefined && { reason }),
    };
    return { action: 'company.change', subject: { kind: 'company', id: companyId }, details, reply };
  });
  if (change.status !== undefined) for (const subject of ['control.marks', 'pace']) platform.bus.wake(subject);
  return company;
}
