// An address book holds the subscribers of one sender name of a company.
import { must } from '@volley/domain/must.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRegisteredNames } from '../senders/named-senders.ts';
import { insertBook, lockBook } from './address-books.sql.ts';
import type { BookName } from './subscriber.ts';

/** Undefined: nothing was uploaded for the name. Refuses a name that the company has not registered. */
export async function lockOwnBook(tx: Tx, companyId: number, name: BookName): Promise<number | undefined> {
  const senders = await findRegisteredNames(tx, companyId, name);
  if (senders.length === 0) throw new Refusal('not-found', { kind: 'Sender name', id: name.senderName });
  return lockBook(tx, companyId, name);
}

/** Another call may insert the book at the same time; both then lock the same row. */
export async function lockNewBook(tx: Tx, companyId: number, name: BookName): Promise<number> {
  await insertBook(tx, companyId, name);
  return must(
    await lockBook(tx, companyId, name),
    `address book of company ${companyId}, ${name.channelType} ${name.senderName}`,
  );
}
