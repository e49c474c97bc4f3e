// Monthly budget of a company. A month is a key, not a reset: a new month begins with a new, empty row.

import type { Micros } from './money.ts';

/** Moscow has kept this offset since October 2014; the test compares it with the zone database. */
const MOSCOW_OFFSET_MS = 3 * 3_600_000;

/** First day of the calendar month in Europe/Moscow, such as `2026-11-01`. */
export function billingMonth(nowMs: number): string {
  return `${new Date(nowMs + MOSCOW_OFFSET_MS).toISOString().slice(0, 7)}-01`;
}

/** The calendar day in Europe/Moscow, such as `2026-11-15`. */
export function billingDay(nowMs: number): string {
  return new Date(nowMs + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);
}

/** Spending up to and including the budget is allowed. No budget: no limit. */
export function fitsBudget(
  account: { budgetMicros: Micros | null | undefined; reservedMicros: Micros; spentMicros: Micros },
  amount: Micros,
): boolean {
  if (account.budgetMicros === null || account.budgetMicros === undefined) return true;
  return account.reservedMicros + account.spentMicros + amount <= account.budgetMicros;
}
