import type { Micros } from '@volley/domain/money.ts';

const KOPECK_MICROS = 10_000n;

/** A budget is a sum that can be paid: whole kopecks. */
export function budgetProblem(budgetMicros: Micros | null | undefined): { field: string; problem: string } | undefined {
  if (budgetMicros === null || budgetMicros === undefined || budgetMicros % KOPECK_MICROS === 0n) return undefined;
  return { field: 'budget', problem: 'must have at most two decimals' };
}
