// Changes a company; absent fields stay unchanged. A budget below the month's spending only stops new reservations.
// Messages of a disabled company wait and continue when it is active again; the wake-ups let connectors and the pacer
// see the change before their next poll.
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../platform/database/database.ts';
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
    bus.wake('control.marks');
    bus.wake('pace');
  }
  return after;
}

function merged(company: Company, change: CompanyChange): Company {
  // A null budget is a value: no limit.
  return { ...company, ...change, name: change.name?.trim() ?? company.name };
}
