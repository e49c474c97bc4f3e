// From when until when a name is valid, whether its request is complete, and which months of it are paid. The first
// instant at which a name is no longer valid is its `dateTo`; a month that begins with that very instant is not paid.

import { billingMonth } from './budget.ts';
import type { CommonType } from './sender-name.ts';

type Problem = { readonly field: 'dateFrom' | 'dateTo'; readonly problem: string };

/** What is wrong with a change of the dates; a date that is not changed is not held against the present. */
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

/** Advertising is reviewed by its documents; every other request is complete as it is. */
export function isSenderRequestComplete(request: { commonType: CommonType; documentIds: readonly string[] }): boolean {
  return request.commonType !== 'PROMO' || request.documentIds.length > 0;
}

/**
 * The months to charge now, oldest first, when `dueMonth` is the first unpaid one. A month is paid in full as soon as
 * the name is valid in it, so missed months are made up for one by one.
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
