// What a company still lacks before it can send. Documents are for the review of names, so a company whose names are
// usable already lacks none.

import { fitsBudget } from './budget.ts';
import type { Micros } from './money.ts';

export const CHECKLIST = ['active', 'documents', 'sender', 'approval', 'budget'] as const;

export type CompanyCheck = (typeof CHECKLIST)[number];

export type CompanyState = {
  readonly isActive: boolean;
  readonly documents: number;
  readonly senders: { readonly total: number; readonly usable: number };
  readonly budgetMicros: Micros | null;
  readonly spentMicros: Micros;
  readonly reservedMicros: Micros;
};

export function companyChecklist(company: CompanyState): { readonly check: CompanyCheck; readonly done: boolean }[] {
  const done: Readonly<Record<CompanyCheck, boolean>> = {
    active: company.isActive,
    documents: company.documents > 0 || company.senders.usable > 0,
    sender: company.senders.total > 0,
    approval: company.senders.usable > 0,
    budget: fitsBudget(company, 1n),
  };
  return CHECKLIST.map((check) => ({ check, done: done[check] }));
}
