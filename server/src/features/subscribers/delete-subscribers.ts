import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { hasDevices } from '@volley/domain/subscribers/subscriber-channel.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockOwnBook } from './address-books.ts';
import { deleteInvitesOf } from './invites.sql.ts';
import { deleteDevicesById, deleteDevicesByNumber } from './stored-devices.sql.ts';
import { deleteById, deleteByNumber, deleteNumber, lockBooksWith } from './stored-subscribers.sql.ts';
import type { BookName } from './subscriber.ts';

export type DeletedOnes = { readonly subscriberIds: readonly string[] } | { readonly destinations: readonly string[] };

const SUBSCRIBERS = { id: deleteById, number: deleteByNumber };
const DEVICES = { id: deleteDevicesById, number: deleteDevicesByNumber };

/** Deletes subscribers in any status. Unknown ids and numbers that cannot be read match none. */
export function deleteSubscribers(
  { db }: Pick<Platform, 'db'>,
  { companyId }: Pick<KeyActor, 'companyId'>,
  name: BookName,
  ones: DeletedOnes,
): Promise<{ deleted: number }> {
  const by = hasDevices(name.channelType) ? DEVICES : SUBSCRIBERS;
  const remove = async (tx: Tx) => {
    const bookId = await lockOwnBook(tx, companyId, name);
    if (bookId === undefined) return { deleted: 0 };
    if ('subscriberIds' in ones) return { deleted: await by.id(tx, bookId, ones.subscriberIds) };
    const numbers = ones.destinations.flatMap((one) => normalizeDestination(one) ?? []);
    return { deleted: await by.number(tx, bookId, numbers) };
  };
  return inTransaction(db, remove, 'index');
}

/**
 * Deletes the subscribers, devices and invites with this number, of every company. Locks books before rows, as uploads
 * do.
 */
export async function eraseSubscribers(tx: Tx, destination: number): Promise<void> {
  const books = await lockBooksWith(tx, destination);
  await deleteInvitesOf(tx, destination);
  if (books.length === 0) return;
  await deleteNumber(
    tx,
    books.map(({ id }) => id),
    destination,
  );
}
