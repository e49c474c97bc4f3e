// Blacklists of a partner's companies in the partner console: search and import.

import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import { completeNumber, readPhone } from '@volley/domain/numbers/written-phone.ts';
import type { Actor, PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { hasRight } from '@volley/domain/people/partner-role.ts';
import { inTransaction, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { countEntries, type EntryRow, selectEntries, upsertEntries } from './entries.sql.ts';

type EntryQuery = {
  readonly company?: number;
  readonly q?: string;
  readonly page: number;
  readonly perPage: number;
};

export async function listEntries(
  { db }: Pick<Platform, 'db'>,
  { partnerId, role }: Pick<PartnerConsoleActor, 'partnerId' | 'role'>,
  { company, q, page, perPage }: EntryQuery,
): Promise<{ total: number; items: EntryRow[] }> {
  const digits = q?.replace(/[+ ()-]/g, '') ?? '';
  const isNumber = /^\d{3,}$/.test(digits);
  // Searching for parts would reveal hidden digits one by one.
  const whole = !hasRight(role, 'numbers.read');
  const number = whole ? completeNumber(q ?? '')?.digits : normalizeDestination(digits);
  const filter = {
    partnerId,
    companyId: company ?? null,
    // Numbers with the trunk prefix 8 are stored with 7.
    digits: isNumber ? (number ?? digits) : null,
    whole,
    comment: q ?? null,
  };
  const offset = (page - 1) * perPage;
  return read(db, async (tx) => {
    const total = await countEntries(tx, filter);
    return { total, items: offset >= total ? [] : await selectEntries(tx, filter, { limit: perPage, offset }) };
  });
}

export type ImportedEntries = {
  readonly added: number;
  readonly known: number;
  readonly repeated: number;
  /** Numbers that had no country code and got that of Russia. */
  readonly completed: number;
  /** `line`: position in the import, from 1. */
  readonly refused: readonly { readonly line: number; readonly msisdn: string }[];
};

export async function importEntries(
  { db }: Pick<Platform, 'db'>,
  { partnerId }: Actor,
  companyId: number,
  items: readonly { readonly msisdn: string; readonly comment?: string }[],
): Promise<ImportedEntries> {
  const refused: { line: number; msisdn: string }[] = [];
  const entries = new Map<string, string | null>();
  let repeated = 0;
  let completed = 0;
  for (const [at, { msisdn, comment = '' }] of items.entries()) {
    const read = readPhone(msisdn);
    if ('problem' in read) {
      refused.push({ line: at + 1, msisdn });
      continue;
    }
    const { digits: destination } = read;
    if (read.addedSeven) completed += 1;
    if (entries.has(destination)) repeated += 1;
    entries.set(destination, comment.trim() === '' ? (entries.get(destination) ?? null) : comment.trim());
  }
  const rows = [...entries].map(([destination, comment]) => ({ destination, comment }));
  const added = await inTransaction(db, async (tx) => {
    await getOwnCompany(tx, partnerId, companyId);
    return upsertEntries(tx, companyId, rows);
  });
  return { added, known: rows.length - added, repeated, completed, refused };
}
