import type { Micros } from '@volley/domain/money/money.ts';
import type { Fault } from '@volley/domain/refusals/fault.ts';

const KOPECK_MICROS = 10_000n;

/** A budget must be a payable sum: whole kopecks. */
export function budgetFaults(budgetMicros: Micros | null | undefined): Fault[] {
  if (budgetMicros === null || budgetMicros === undefined || budgetMicros % KOPECK_MICROS === 0n) return [];
  return [{ field: 'budget', reason: 'must have at most two decimals', code: 'wrong-form' }];
}
