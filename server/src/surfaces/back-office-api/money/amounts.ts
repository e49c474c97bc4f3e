import { type Micros, microsFromDecimal } from '@volley/domain/money/money.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';

export function microsOf(amount: number, field: string): Micros {
  const micros = microsFromDecimal(Math.abs(amount));
  if (micros === undefined) throw new Refusal('bad-request', { field, problem: PROBLEM.sixDecimals });
  return amount < 0 ? -micros : micros;
}
