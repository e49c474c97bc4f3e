// Validity of a sender name, completeness of its request, and its monthly fees. `dateTo` is the first instant at which
// the name is not valid; a month that begins at that instant is not charged.

import { billingMonth } from '../money/budget.ts';
import type { CommonType } from './sender-name.ts';

type Problem = { readonly field: 'dateFrom' | 'dateTo'; readonly problem: string };

/** Checks a change of the dates. An unchanged date may lie in the past. */
export function senderDatesProblem(
  dates: { dateFrom: Date; dateTo: Date | null },
  changed: { dateFrom: boolean; dateTo: boolean },
  nowMs: number,
): Problem | undefined {
  if (dates.dateTo === null || !(changed.dateFrom || changed.dateTo)) return undefined;
  if (changed.dateTo && dates.dateTo.getTime() < nowMs) return { field: 'dateTo', problem: 'must not be in the past' };
  if (dates.dateTo > dates.dateFrom) return undefined;
  return changed.dateTo
    ? { field: 'dateTo', problem: 'must be after dateFrom' }
    : { field: 'dateFrom', problem: 'must be before dateTo' };
}

/** A PROMO request needs documents for its review; all other requests are complete without. */
export function isSenderRequestComplete(request: { commonType: CommonType; documentIds: readonly string[] }): boolean {
  return request.commonType !== 'PROMO' || request.documentIds.length > 0;
}

/**
 * Months to charge now, oldest first. `dueMonth` is the first unpaid month. A month is charged in full once the name
 * is valid in it, so missed months are charged one by one.
 */
export function feeMonthsDue(dueMonth: string, validUntil: Date | null, nowMs: number): string[] {
  const lastMs = validUntil === null ? nowMs : Math.min(nowMs, validUntil.getTime() - 1);
  const last = billingMonth(lastMs);
  const months: string[] = [];
  for (let month = dueMonth; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}

/** `2026-12-01` → `2027-01-01`. */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}
