// Prepaid money of a company, per currency. Every change is an immutable entry; the wallet holds their sum, so that a
// charge is one conditional statement. Lock order: wallet, then the company's month.
import { MICROS_MAX } from '@volley/domain/money/money.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { changeWallet, ensureWallet, selectEntries, selectWallets, type WalletEntryRow } from './wallets.sql.ts';

/** Author and reason, stored with the entry. */
export type Cause = { readonly person: string; readonly reason: string };

export type WalletBalance = {
  readonly currency: string;
  /** Without the reserved amount. */
  readonly balanceMicros: bigint;
  readonly reservedMicros: bigint;
};

export type WalletEntry = WalletEntryRow;

export function walletBalance(tx: Tx, companyId: number): Promise<WalletBalance[]> {
  return selectWallets(tx, companyId);
}

/** Newest first. */
export function listWalletEntries(
  tx: Tx,
  companyId: number,
  page: { limit: number; offset: number },
): Promise<WalletEntry[]> {
  return selectEntries(tx, companyId, page);
}

export async function topUpWallet(
  tx: Tx,
  wallet: { companyId: number; currency: string },
  amountMicros: bigint,
  cause: Cause,
): Promise<WalletBalance> {
  if (amountMicros <= 0n) throw new Refusal('bad-request', { field: 'amount', problem: 'must be above zero' });
  return change(tx, wallet, { kind: 'top-up', amountMicros }, cause);
}

/** Up or down; the balance never falls below zero. */
export async function correctWallet(
  tx: Tx,
  wallet: { companyId: number; currency: string },
  amountMicros: bigint,
  cause: Cause,
): Promise<WalletBalance> {
  if (amountMicros === 0n) throw new Refusal('bad-request', { field: 'amount', problem: 'must not be zero' });
  return change(tx, wallet, { kind: 'correct', amountMicros }, cause);
}

async function change(
  tx: Tx,
  { companyId, currency }: { companyId: number; currency: string },
  { kind, amountMicros }: { kind: 'top-up' | 'correct'; amountMicros: bigint },
  { person, reason }: Cause,
): Promise<WalletBalance> {
  if (reason === '') throw new Refusal('bad-request', { field: 'reason', problem: 'must not be empty' });
  await ensureWallet(tx, companyId, currency);
  const entry = { companyId, currency, kind, amountMicros, person, reason };
  const balance = await changeWallet(tx, entry, MICROS_MAX);
  if (balance === undefined)
    throw new Refusal('bad-request', {
      field: 'amount',
      problem: 'must not take the wallet below zero or above its maximum',
    });
  return { currency, ...balance };
}
