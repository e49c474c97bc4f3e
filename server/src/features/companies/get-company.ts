import type { Actor } from '@volley/domain/actor.ts';
import { billingMonth } from '@volley/domain/budget.ts';
import type { Micros } from '@volley/domain/money.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectSpentMicros } from './companies.sql.ts';
import type { Company } from './company.ts';
import { getOwnCompany } from './find-company.ts';

export type CompanyWithSpending = Company & { readonly spentMicros: Micros };

export async function getCompany(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  companyId: number,
): Promise<CompanyWithSpending> {
  return read(db, async (tx) => {
    const company = await getOwnCompany(tx, actor.partnerId, companyId);
    return { ...company, spentMicros: await selectSpentMicros(tx, companyId, billingMonth(tx.now.getTime())) };
  });
}
