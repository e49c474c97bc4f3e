// Who must not be written to. Asked when messages are accepted and again when they are handed over; one round
// trip for all of them, and next to nothing where no list exists.
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import type { Tx } from '../../platform/database.ts';
import { selectBlocked, selectWatched } from './blacklist.sql.ts';

/** Numbers in digits; names in small letters. */
export type Blocked = { readonly numbers: ReadonlySet<string>; readonly names: ReadonlySet<string> };

type Asked = {
  readonly companyId: number;
  readonly recipients: readonly { readonly destination: string }[];
  readonly senderNames: readonly string[];
};

/** What of this is on the company's blacklist or on a block list of the platform. Destinations come as they were sent. */
export async function findBlocked(tx: Tx, { companyId, recipients, senderNames }: Asked): Promise<Blocked> {
  const digits = recipients.map(({ destination }) => normalizeDestination(destination)).filter(Boolean);
  const rows = await selectBlocked(tx, {
    companyId,
    destinations: `{${digits.join(',')}}`,
    senderNames: senderNames.map(foldName),
  });
  return {
    numbers: new Set(rows.flatMap(({ destination }) => destination ?? [])),
    names: new Set(rows.flatMap(({ name }) => name ?? [])),
  };
}

/** The companies whose recipients have to be looked up at all. */
export async function findWatched(tx: Tx, companyIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await selectWatched(tx, companyIds);
  return new Set(rows.map(({ companyId }) => companyId));
}

/** Upper and lower case are the same name to a reader, and so to a block list. */
export const foldName = (name: string): string => name.trim().toLowerCase();
