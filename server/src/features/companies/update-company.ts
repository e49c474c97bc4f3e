// Changes a company: what is not named stays as it is. A budget below what the month already holds takes
// nothing back, it only stops new reservations. A disabled company's messages wait and go on when it is active
// again; the bells spare the senders of messages their next look at the row.
import type { Actor } from '@volley/domain/actor.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusal.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { budgetFaults } from './budget-limit.ts';
import { lockCompany, updateCompanyRow } from './companies.sql.ts';
import type { Company, CompanyChange } from './company.ts';

export async function updateCompany(
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  actor: Actor,
  companyId: number,
  change: CompanyChange,
): Promise<Company> {
  refuseFaults(budgetFaults(change.budgetMicros));
  const { before, after } = await inTransaction(db, async (tx) => {
    const company = await lockCompany(tx, actor.partnerId, companyId);
    if (company === undefined) throw new Refusal('not-found', { kind: 'Company', id: companyId });
    const isNothing = Object.values(change).every((value) => value === undefined);
    return { before: company, after: isNothing ? company : await updateCompanyRow(tx, merged(company, change)) };
  });
  if (before.status !== after.status) {
    bus.ring('control.marks');
    bus.ring('pace');
  }
  return after;
}

function merged(company: Company, change: CompanyChange): Company {
  return {
    ...company,
    name: change.name?.trim() ?? company.name,
    status: change.status ?? company.status,
    actualAddress: change.actualAddress ?? company.actualAddress,
    // null is a value here: no limit.
    budgetMicros: change.budgetMicros === undefined ? company.budgetMicros : change.budgetMicros,
  };
}
