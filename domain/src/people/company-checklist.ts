// Steps that a company must complete before it can send. Documents serve the review of sender names, so a company
// with usable names needs none.

import { fitsBudget } from '../money/budget.ts';
import type { Micros } from '../money/money.ts';

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
