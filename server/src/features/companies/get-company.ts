import { billingMonth } from '@volley/domain/money/budget.ts';
import type { Micros } from '@volley/domain/money/money.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { read } from '../../platform/database/database.ts';
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
