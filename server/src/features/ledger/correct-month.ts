// A correction of what a company spent in a month: a row of its own with a reason and a person, never an
// edit. It moves the month's use of its budget, up or down, but not below zero. Of a closed month it is entered in the
// present one, outside its budget.
import { billingMonth } from '@volley/domain/budget.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import {
  type CorrectionRow,
  correctClosedMonth,
  correctSpent,
  lockMonth,
  selectCorrections,
} from './corrections.sql.ts';
import { findPricedMessage } from './explain-price.sql.ts';
import { ensureMonth } from './ledger.sql.ts';
import type { Cause } from './wallets.ts';

export type MonthCorrection = {
  readonly companyId: number;
  /** First day of the month, such as `2026-11-01`. */
  readonly month: string;
  readonly amountMicros: bigint;
  /** The message it is about, of the same company. */
  readonly messageId?: string | undefined;
};

/** `enteredIn`: the present month where the corrected one is closed. */
export type Corrected = { readonly spentMicros: bigint; readonly enteredIn: string };

export async function correctMonth(tx: Tx, correction: MonthCorrection, cause: Cause): Promise<Corrected> {
  checkCorrection(correction, cause);
  await checkMessage(tx, correction);
  const { companyId, month } = correction;
  await ensureMonth(tx, companyId, month);
  const isClosed = (await lockMonth(tx, companyId, month))?.isClosed === true;
  const enteredIn = isClosed ? billingMonth(tx.now.getTime()) : month;
  if (isClosed) await ensureMonth(tx, companyId, enteredIn);
  const entry = { ...correction, ...cause };
  const spentMicros = isClosed ? await correctClosedMonth(tx, entry, enteredIn) : await correctSpent(tx, entry);
  if (spentMicros === undefined)
    throw new Refusal('bad-request', { field: 'amount', problem: 'would leave the month below zero' });
  return { spentMicros, enteredIn };
}

function checkCorrection(correction: MonthCorrection, cause: Cause): void {
  if (correction.amountMicros === 0n)
    throw new Refusal('bad-request', { field: 'amount', problem: 'must not be zero' });
  if (cause.reason === '') throw new Refusal('bad-request', { field: 'reason', problem: 'must not be empty' });
  if (!/^\d{4}-(0[1-9]|1[0-2])-01$/.test(correction.month))
    throw new Refusal('bad-request', { field: 'month', problem: 'must be the first day of a month' });
}

async function checkMessage(tx: Tx, { companyId, messageId }: MonthCorrection): Promise<void> {
  if (messageId === undefined) return;
  const message = await findPricedMessage(tx, messageId, null);
  if (message?.company_id !== companyId) throw new Refusal('not-found', { kind: 'Message', id: messageId });
}

/** Newest first. */
export function listCorrections(tx: Tx, companyId: number): Promise<CorrectionRow[]> {
  return selectCorrections(tx, companyId);
}
