// Days of a name's validity, Moscow time; the last day is included.
import { billingDay } from '@volley/domain/money/budget.ts';
import { moscowMidnight } from '@volley/domain/money/budget-forecast.ts';

const DAY_MS = 86_400_000;

export const moscowToday = (nowMs = Date.now()) => billingDay(nowMs);

/** A name valid through `lastDay` ends at the midnight after it. */
export function endOf(lastDay: string): string {
  return new Date(moscowMidnight(lastDay).getTime() + DAY_MS).toISOString();
}

/** An instant within the last day of validity. */
export function lastDayOf(dateTo: string): Date {
  return new Date(Date.parse(dateTo) - 1);
}

/** A start today means the past midnight, that is, immediately. */
export function beginningOf(day: string): string {
  return moscowMidnight(day).toISOString();
}

export function isLastDayFine(lastDay: string, dateFrom: string, nowMs = Date.now()): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(lastDay)) return false;
  const end = Date.parse(endOf(lastDay));
  return end > nowMs && end > Date.parse(dateFrom);
}
