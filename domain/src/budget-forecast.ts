// Where the spending of a month will end if it goes on as it began: straight on, by the time that has passed of the
// calendar month (Europe/Moscow). Never below what is spent and reserved already. The first day tells too little and
// gives no forecast.

import { billingMonth } from './budget.ts';
import type { Micros } from './money.ts';
import { monthAfter } from './sender-validity.ts';

const DAY_MS = 86_400_000;

export type BudgetForecast = {
  readonly micros: Micros;
  /** When the budget would be used up, if that is before the month ends. */
  readonly exhaustedAt: Date | undefined;
};

export type MonthBounds = { readonly from: Date; readonly to: Date };

/** The first instant of the month that `nowMs` is in, and the first after it. */
export function monthBounds(nowMs: number): MonthBounds {
  const month = billingMonth(nowMs);
  return { from: moscowMidnight(month), to: moscowMidnight(monthAfter(month)) };
}

export function moscowMidnight(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`);
}

export function forecastBudget(
  { spentMicros, reservedMicros, budgetMicros }: Spending,
  nowMs: number,
): BudgetForecast | undefined {
  const { from, to } = monthBounds(nowMs);
  const elapsedMs = nowMs - from.getTime();
  if (elapsedMs < DAY_MS) return undefined;
  const straight = (spentMicros * BigInt(to.getTime() - from.getTime())) / BigInt(elapsedMs);
  const committed = spentMicros + reservedMicros;
  const micros = straight > committed ? straight : committed;
  return { micros, exhaustedAt: exhaustion(budgetMicros, { spentMicros, micros, nowMs, to }) };
}

export type Spending = {
  readonly spentMicros: Micros;
  readonly reservedMicros: Micros;
  readonly budgetMicros: Micros | null;
};

function exhaustion(
  budgetMicros: Micros | null,
  { spentMicros, micros, nowMs, to }: { spentMicros: Micros; micros: Micros; nowMs: number; to: Date },
): Date | undefined {
  if (budgetMicros === null || micros <= budgetMicros) return undefined;
  if (spentMicros >= budgetMicros) return new Date(nowMs);
  const restMs = BigInt(to.getTime() - nowMs);
  return new Date(nowMs + Number(((budgetMicros - spentMicros) * restMs) / (micros - spentMicros)));
}
