// Days of a name's validity, as people say them: the last day it may be used, in Moscow.
import { billingDay } from '@volley/domain/budget.ts';
import { moscowMidnight } from '@volley/domain/budget-forecast.ts';

const DAY_MS = 86_400_000;

export const moscowToday = (nowMs = Date.now()) => billingDay(nowMs);

/** A name that is valid through `lastDay` ends with the midnight after it. */
export function endOf(lastDay: string): string {
  return new Date(moscowMidnight(lastDay).getTime() + DAY_MS).toISOString();
}

/** An instant within the last day of validity. */
export function lastDayOf(dateTo: string): Date {
  return new Date(Date.parse(dateTo) - 1);
}

/** A name may begin today: its day is then past its midnight, which means at once. */
export function beginningOf(day: string): string {
  return moscowMidnight(day).toISOString();
}

export function isLastDayFine(lastDay: string, dateFrom: string, nowMs = Date.now()): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(lastDay)) return false;
  const end = Date.parse(endOf(lastDay));
  return end > nowMs && end > Date.parse(dateFrom);
}
