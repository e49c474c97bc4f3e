import { SUBSCRIBER_STATUS_CODES } from '@volley/domain/subscribers/subscriber-status.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockBook } from './address-books.sql.ts';
import { type EndedAddress, updateEnded } from './addresses.sql.ts';
import type { BookName } from './subscriber.ts';

const STATUSES = { stopped: SUBSCRIBER_STATUS_CODES.STOPPED, gone: SUBSCRIBER_STATUS_CODES.GONE } as const;

/** The provider has said that the person stopped the bot, or that it does not know the person. */
export async function endAddress(
  { db }: Pick<Platform, 'db'>,
  address: EndedAddress & BookName,
  end: keyof typeof STATUSES,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Counters of the book change with its subscribers, and every change locks the book first.
    await lockBook(tx, address.companyId, address);
    await updateEnded(tx, address, STATUSES[end]);
  });
}
