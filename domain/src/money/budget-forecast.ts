// Linear forecast of a month's spending from the elapsed part of the calendar month (Europe/Moscow). Never below the
// amount already spent and reserved. The first day of a month has no forecast: the sample is too small.

import { monthAfter } from '../senders/sender-validity.ts';
import { billingMonth } from './budget.ts';
import type { Micros } from './money.ts';

const DAY_MS = 86_400_000;

export type BudgetForecast = {
  readonly micros: Micros;
  /** Undefined if the budget lasts until the end of the month. */
  readonly exhaustedAt: Date | undefined;
};

export type MonthBounds = { readonly from: Date; readonly to: Date };

/** First instant of the month that contains `nowMs`, and of the next month. */
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
