import { completeNumber } from '@volley/domain/numbers/written-phone.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { inTransaction, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import {
  countCompanyEntries,
  deleteEntries,
  type ListedEntry,
  selectCompanyEntries,
  upsertBlacklisted,
} from './blacklist.sql.ts';

export type RecipientChange = {
  readonly companyId: number;
  readonly msisdn: string;
  readonly blacklist: boolean;
  readonly comment?: string;
};

export type Recipient = {
  readonly msisdn: string;
  readonly companyId: number;
  readonly blacklist: boolean;
  /** The number had no country code and got that of Russia. */
  readonly addedSeven?: true;
};

/** Adds a number to the company's blacklist or removes it; applies to messages not yet handed over, too. */
export async function putRecipient(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { companyId, msisdn, blacklist, comment }: RecipientChange,
): Promise<Recipient> {
  return inTransaction(db, async (tx) => {
    await getOwnCompany(tx, actor.partnerId, companyId);
    const number = completeNumber(msisdn);
    if (number === undefined) {
      throw new Refusal('bad-request', { field: 'msisdn', problem: 'must be a valid phone number' });
    }
    const { digits: destination, addedSeven } = number;
    if (blacklist) await upsertBlacklisted(tx, { companyId, destinations: [destination], comment: comment ?? null });
    else await deleteEntries(tx, companyId, formsOf(number));
    return { msisdn: destination, companyId, blacklist, ...(addedSeven && { addedSeven }) };
  });
}

export type RecipientsChange = Omit<RecipientChange, 'msisdn'> & { readonly msisdns: readonly string[] };

export type Recipients = {
  readonly companyId: number;
  readonly blacklist: boolean;
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly rejected: readonly { index: number; msisdn: string; errorCode: number; msg: string }[];
};

/** Several numbers at once; invalid ones are returned in `rejected`. */
export async function putRecipients(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { companyId, msisdns, blacklist, comment }: RecipientsChange,
): Promise<Recipients> {
  const numbers = msisdns.map((msisdn) => completeNumber(msisdn));
  const rejected = msisdns.flatMap((msisdn, index) =>
    numbers[index] === undefined
      ? [{ index, msisdn, errorCode: ERROR.numberUnusable, msg: 'Destination is not a phone number' }]
      : [],
  );
  const known = numbers.flatMap((number) => number ?? []);
  return inTransaction(db, async (tx) => {
    await getOwnCompany(tx, actor.partnerId, companyId);
    const destinations = [...new Set(known.map(({ digits }) => digits))];
    if (blacklist) await upsertBlacklisted(tx, { companyId, destinations, comment: comment ?? null });
    else await deleteEntries(tx, companyId, [...new Set(known.flatMap(formsOf))]);
    const failed = rejected.length;
    return { companyId, blacklist, total: msisdns.length, success: msisdns.length - failed, failed, rejected };
  });
}

/** Entries of earlier versions have ten digits. */
const formsOf = ({ digits, addedSeven }: NonNullable<ReturnType<typeof completeNumber>>) =>
  addedSeven ? [digits, digits.slice(1)] : [digits];

/** Sorted by number. */
export async function listRecipients(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { companyId, page, perPage }: { readonly companyId: number; readonly page: number; readonly perPage: number },
): Promise<{ total: number; items: ListedEntry[] }> {
  return read(db, async (tx) => {
    await getOwnCompany(tx, actor.partnerId, companyId);
    const total = await countCompanyEntries(tx, companyId);
    const offset = (page - 1) * perPage;
    const items = offset >= total ? [] : await selectCompanyEntries(tx, companyId, { limit: perPage, offset });
    return { total, items };
  });
}
