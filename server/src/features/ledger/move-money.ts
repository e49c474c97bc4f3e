// The monthly budget of a company: an amount is reserved for a whole dispatch when it starts, and each
// message that becomes final releases its share and spends what it cost. Money belongs to the month of
// its reservation for ever, so a new month starts at zero without a reset.
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { ensureMonth, type Reservation, reserveWithinBudget, settleMonths } from './ledger.sql.ts';
import type { Settlement } from './settlement.ts';

export async function reserveCost(tx: Tx, cost: Reservation): Promise<void> {
  await ensureMonth(tx, cost.companyId, cost.month);
  if (!(await reserveWithinBudget(tx, cost))) throw new Refusal('over-budget');
}

export async function settleCosts(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length > 0) await settleMonths(tx, settlements);
}
