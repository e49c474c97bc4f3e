import type { Actor } from '@volley/domain/people/actor.ts';
import { counteragentFaults } from '@volley/domain/people/counteragent.ts';
import { refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { budgetFaults } from './budget-limit.ts';
import { insertCompany } from './companies.sql.ts';
import type { CompanyDraft } from './company.ts';

/** A counterparty may have several companies, so tax numbers may repeat. */
export async function createCompany(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  draft: CompanyDraft,
): Promise<{ companyId: number }> {
  refuseFaults([...counteragentFaults(draft, 'company.'), ...budgetFaults(draft.budgetMicros)]);
  const named = { ...draft, name: draft.name.trim() };
  return inTransaction(db, async (tx) => ({ companyId: await insertCompany(tx, actor.partnerId, named) }));
}
