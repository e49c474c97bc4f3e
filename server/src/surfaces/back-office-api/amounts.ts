import { type Micros, microsFromDecimal } from '@volley/domain/money.ts';
import { Refusal } from '@volley/domain/refusal.ts';

export function microsOf(amount: number, field: string): Micros {
  const micros = microsFromDecimal(Math.abs(amount));
  if (micros === undefined) throw new Refusal('bad-request', { field, problem: 'must have at most six decimals' });
  return amount < 0 ? -micros : micros;
}
