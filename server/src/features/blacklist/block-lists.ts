// Block lists of the platform, for all companies: numbers (error 453) and sender names (454). The caller, the back
// office, opens the transaction and records the action in it.

import { completeNumber } from '@volley/domain/numbers/written-phone.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  type BlockedName,
  type BlockedNumber,
  deleteBlockedName,
  deleteBlockedNumber,
  type Page,
  selectBlockedNames,
  selectBlockedNumbers,
  upsertBlockedName,
  upsertBlockedNumber,
} from './blacklist.sql.ts';
import { foldName } from './find-blocked.ts';

/** Returns the number in digits. Idempotent; a repeated call replaces the reason. */
export async function blockNumber(tx: Tx, msisdn: string, reason: string | null): Promise<string> {
  const destination = digitsOf(msisdn);
  await upsertBlockedNumber(tx, destination, reason);
  return destination;
}

/** False: the number was not blocked. */
export async function unblockNumber(tx: Tx, msisdn: string): Promise<boolean> {
  return deleteBlockedNumber(tx, digitsOf(msisdn));
}

export function listBlockedNumbers(tx: Tx, page: Page): Promise<BlockedNumber[]> {
  return selectBlockedNumbers(tx, page);
}

/** Returns the name as stored. Idempotent; a repeated call replaces the reason. */
export async function blockSenderName(tx: Tx, name: string, reason: string | null): Promise<string> {
  const folded = foldName(name);
  if (folded === '') throw new Refusal('bad-request', { field: 'name', problem: 'must not be blank' });
  await upsertBlockedName(tx, folded, reason);
  return folded;
}

/** False: the name was not blocked. */
export async function unblockSenderName(tx: Tx, name: string): Promise<boolean> {
  return deleteBlockedName(tx, foldName(name));
}

export function listBlockedSenderNames(tx: Tx, page: Page): Promise<BlockedName[]> {
  return selectBlockedNames(tx, page);
}

function digitsOf(msisdn: string): string {
  const number = completeNumber(msisdn);
  if (number !== undefined) return number.digits;
  throw new Refusal('bad-request', { field: 'msisdn', problem: 'must be a valid phone number' });
}
