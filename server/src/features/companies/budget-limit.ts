import type { Fault } from '@volley/domain/fault.ts';
import type { Micros } from '@volley/domain/money.ts';

const KOPECK_MICROS = 10_000n;

/** A budget is a sum that can be paid: whole kopecks. */
export function budgetFaults(budgetMicros: Micros | null | undefined): Fault[] {
  if (budgetMicros === null || budgetMicros === undefined || budgetMicros % KOPECK_MICROS === 0n) return [];
  return [{ field: 'budget', reason: 'must have at most two decimals', code: 'wrong-form' }];
}
