// Corrects the amount a company spent in a month: a ledger row with a reason and a person, never an edit. The spent
// amount of the month moves up or down, but not below zero. A correction of a closed month is entered in the present
// month, outside its budget.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
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
  /** Message of the same company that the correction refers to. */
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
    throw new Refusal('bad-request', { field: 'amount', problem: 'must not take the month below zero' });
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
