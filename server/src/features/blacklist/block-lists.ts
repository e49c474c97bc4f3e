// The platform's own block lists, above every company's: numbers nobody may write to (453), names nobody may
// send under (454). For the back office, which opens the transaction and records in it what it did.
import { Refusal } from '@volley/domain/refusal.ts';
import { completeNumber } from '@volley/domain/written-phone.ts';
import type { Tx } from '../../platform/database.ts';
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

/** Returns the number in digits. Repeating it is fine and replaces the reason. */
export async function blockNumber(tx: Tx, msisdn: string, reason: string | null): Promise<string> {
  const destination = digitsOf(msisdn);
  await upsertBlockedNumber(tx, destination, reason);
  return destination;
}

/** False when the number was not blocked. */
export async function unblockNumber(tx: Tx, msisdn: string): Promise<boolean> {
  return deleteBlockedNumber(tx, digitsOf(msisdn));
}

export function listBlockedNumbers(tx: Tx, page: Page): Promise<BlockedNumber[]> {
  return selectBlockedNumbers(tx, page);
}

/** Returns the name as it is kept. Repeating it is fine and replaces the reason. */
export async function blockSenderName(tx: Tx, name: string, reason: string | null): Promise<string> {
  const folded = foldName(name);
  if (folded === '') throw new Refusal('bad-request', { field: 'name', problem: 'must not be blank' });
  await upsertBlockedName(tx, folded, reason);
  return folded;
}

/** False when the name was not blocked. */
export async function unblockSenderName(tx: Tx, name: string): Promise<boolean> {
  return deleteBlockedName(tx, foldName(name));
}

export function listBlockedSenderNames(tx: Tx, page: Page): Promise<BlockedName[]> {
  return selectBlockedNames(tx, page);
}

function digitsOf(msisdn: string): string {
  const number = completeNumber(msisdn);
  if (number !== undefined) return number.digits;
  throw new Refusal('bad-request', { field: 'msisdn', problem: 'must be a phone number' });
}
