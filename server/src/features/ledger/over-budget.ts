// The figures behind a refused reservation.
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectBudget } from './foresight.sql.ts';

type Wanted = { readonly companyId: number; readonly month: string; readonly amountMicros: bigint };

export async function overBudget(tx: Tx, { companyId, month, amountMicros }: Wanted): Promise<Refusal> {
  const found = await selectBudget(tx, companyId, month);
  if (found === undefined || found.budgetMicros === null) return new Refusal('over-budget');
  const { budgetMicros, spentMicros, reservedMicros } = found;
  const leftMicros = budgetMicros - spentMicros - reservedMicros;
  const figures = {
    needs: decimalFromMicros(amountMicros),
    left: decimalFromMicros(leftMicros > 0n ? leftMicros : 0n),
    budget: decimalFromMicros(budgetMicros),
    spent: decimalFromMicros(spentMicros),
    reserved: decimalFromMicros(reservedMicros),
    month: month.slice(0, 7),
  };
  const { needs, left, budget, spent, reserved } = figures;
  const problem = `of ${figures.month} has ${left} left, ${needs} is needed: budget ${budget}, spent ${spent}, reserved ${reserved}`;
  return new Refusal('over-budget', { ...figures, field: 'budget', problem, code: 'over-budget' });
}
