import { decimalFromMicros, type Micros } from '@volley/domain/money/money.ts';

export type Amount = { readonly value: number; readonly currency: string };

export function amountOf(micros: Micros, currency: string): Amount {
  return { value: decimalFromMicros(micros), currency };
}

/** Spending of a month and the remaining budget. */
export function monthSpending(
  row: { readonly budgetMicros: Micros | null; readonly spentMicros: Micros; readonly reservedMicros: Micros },
  currency: string,
) {
  const left = row.budgetMicros === null ? null : row.budgetMicros - row.spentMicros - row.reservedMicros;
  return {
    budget: row.budgetMicros === null ? null : amountOf(row.budgetMicros, currency),
    spent: amountOf(row.spentMicros, currency),
    reserved: amountOf(row.reservedMicros, currency),
    left: left === null ? null : amountOf(left < 0n ? 0n : left, currency),
  };
}
