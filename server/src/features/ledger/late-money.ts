// Settlements of closed months: entered in the present month, outside its budget, with the closed month and the
// message.
import { billingMonth } from '@volley/domain/money/budget.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ensureMonths, enterLate, type LateRow } from './late-money.sql.ts';
import type { ClosedMonth } from './ledger.sql.ts';
import type { Settlement } from './settlement.ts';

/** Enters the settlements whose month is closed; skips the rest. */
export async function settleLate(
  tx: Tx,
  settlements: readonly Settlement[],
  closed: readonly ClosedMonth[],
): Promise<void> {
  const isClosed = new Set(closed.map(({ companyId, month }) => `${companyId} ${month}`));
  const late = settlements.filter(({ companyId, month }) => isClosed.has(`${companyId} ${month}`));
  const present = billingMonth(tx.now.getTime());
  await ensureMonths(tx, [...new Set(late.map((row) => row.companyId))], present);
  await enterLate(tx, present, late.flatMap(rowsOf));
}

/** A row per message of `late`, and one row for the remaining messages. */
function rowsOf(settlement: Settlement): LateRow[] {
  const { companyId, month: lateOf, dispatchId, kind, late = [] } = settlement;
  const origin = { companyId, lateOf, dispatchId, kind };
  const named = late.map(({ id, releasedMicros, spentMicros }) => ({
    ...origin,
    messageId: id,
    messages: 1,
    releasedMicros,
    spentMicros,
  }));
  const rest = {
    ...origin,
    messageId: null,
    messages: settlement.messages - named.length,
    releasedMicros: named.reduce((left, row) => left - row.releasedMicros, settlement.releasedMicros),
    spentMicros: named.reduce((left, row) => left - row.spentMicros, settlement.spentMicros),
  };
  const hasRest = rest.messages > 0 || rest.releasedMicros !== 0n || rest.spentMicros !== 0n;
  return hasRest ? [...named, rest] : named;
}
