import { billingDay } from '@volley/domain/money/budget.ts';
import type { marginSearch } from '../searches.ts';

export type Search = ReturnType<typeof marginSearch>;

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;

/** Days in Moscow; the last 30 days unless chosen. */
export function periodOf({ from, to }: Pick<Search, 'from' | 'to'>, nowMs = Date.now()): { from: string; to: string } {
  return { from: from ?? billingDay(nowMs - (SHOWN_DAYS - 1) * DAY_MS), to: to ?? billingDay(nowMs) };
}
