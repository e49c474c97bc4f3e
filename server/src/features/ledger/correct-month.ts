// A correction of what a company spent in a month: a row of its own with a reason and a person, never an
// edit. It moves the month's use of its budget, up or down, but not below zero.
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { correctSpent, ensureMonth, selectCorrections } from './ledger.sql.ts';
import type { Cause } from './wallets.ts';

export type MonthCorrection = {
  readonly companyId: number;
  /** First day of the month, such as `2026-11-01`. */
  readonly month: string;
  readonly amountMicros: bigint;
};

export async function correctMonth(
  tx: Tx,
  correction: MonthCorrection,
  cause: Cause,
): Promise<{ spentMicros: bigint }> {
  if (correction.amountMicros === 0n)
    throw new Refusal('bad-request', { field: 'amount', problem: 'must not be zero' });
  if (cause.reason === '') throw new Refusal('bad-request', { field: 'reason', problem: 'must not be empty' });
  if (!/^\d{4}-(0[1-9]|1[0-2])-01$/.test(correction.month))
    throw new Refusal('bad-request', { field: 'month', problem: 'must be the first day of a month' });
  await ensureMonth(tx, correction.companyId, correction.month);
  const spentMicros = await correctSpent(tx, { ...correction, ...cause });
  if (spentMicros === undefined)
    throw new Refusal('bad-request', { field: 'amount', problem: 'would leave the month below zero' });
  return { spentMicros };
}

/** Newest first. */
export function listCorrections(tx: Tx, companyId: number) {
  return selectCorrections(tx, companyId);
}
