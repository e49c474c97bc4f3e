import type { Actor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { budgetProblem } from './budget-limit.ts';
import { insertCompany } from './companies.sql.ts';
import type { CompanyDraft, CounteragentType } from './company.ts';

const INN_DIGITS = { LEGAL: 10, INDIVIDUAL: 12 } as const satisfies Record<CounteragentType, number>;

/** One counterparty may have several companies, so a known tax number is no obstacle. */
export async function createCompany(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  draft: CompanyDraft,
): Promise<{ companyId: number }> {
  const problem = companyProblem(draft);
  if (problem !== undefined) throw new Refusal('bad-request', problem);
  const named = { ...draft, name: draft.name.trim() };
  return inTransaction(db, async (tx) => ({ companyId: await insertCompany(tx, actor.partnerId, named) }));
}

function companyProblem(draft: CompanyDraft): { field: string; problem: string } | undefined {
  const digits = INN_DIGITS[draft.counteragentType];
  if (!new RegExp(`^\\d{${digits}}$`).test(draft.counteragentInn)) {
    return { field: 'company.counteragentInn', problem: `must be ${digits} digits for ${draft.counteragentType}` };
  }
  if (draft.counteragentKpp !== undefined && draft.counteragentType !== 'LEGAL') {
    return { field: 'company.counteragentKpp', problem: 'is for LEGAL only' };
  }
  return budgetProblem(draft.budgetMicros);
}
