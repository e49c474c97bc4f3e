// The monthly budget of a company: an amount is reserved for a whole dispatch when it starts, and each
// message that becomes final releases its share and spends what it cost. Money belongs to the month of
// its reservation for ever, so a new month starts at zero without a reset.
import { billingMonth } from '@volley/domain/budget.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { ensureMonth, reserveWithinBudget, type Settlement, settleMonths } from './ledger.sql.ts';

/** Returns the month that the reservation belongs to. */
export async function reserveCost(
  tx: Tx,
  cost: { companyId: number; dispatchId: number; messages: number; amountMicros: bigint },
): Promise<string> {
  const month = billingMonth(tx.now.getTime());
  await ensureMonth(tx, cost.companyId, month);
  if (!(await reserveWithinBudget(tx, { ...cost, month }))) throw new Refusal('over-budget');
  return month;
}

export async function settleCosts(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length > 0) await settleMonths(tx, settlements);
}
