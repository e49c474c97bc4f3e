// Uploads links between numbers and ids of a messenger, or devices of an app. Per sender name an id and a number exist
// once, and the later upload wins; on channels with devices a number has its newest ten. Changes of one sender name run
// one after the other, so that the limits and the rules are exact.
import { must } from '@volley/domain/must.ts';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { lastDevices, PUSH_PROVIDER_CODES, type PushProvider } from '@volley/domain/subscribers/push-device.ts';
import { hasDevices } from '@volley/domain/subscribers/subscriber-channel.ts';
import { SUBSCRIBERS_MAX } from '@volley/domain/subscribers/subscriber-status.ts';
import { lastItems } from '@volley/domain/subscribers/subscriber-upload.ts';
import { textArrayLiteral } from '../../platform/database/array-literal.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { inTurns } from '../../platform/in-turns.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectBook } from './address-books.sql.ts';
import { lockNewBook, lockOwnBook } from './address-books.ts';
import { deleteSurplusDevices, upsertDevices } from './stored-devices.sql.ts';
import { releaseNumbers, type UploadedRow, upsertSubscribers } from './stored-subscribers.sql.ts';
import type { BookName, UploadItem } from './subscriber.ts';

export type RefusedItem = {
  /** Position in the upload, from 0. */
  readonly index: number;
  readonly code: 400;
  readonly errorCode: number;
  readonly msg: string;
};

export type UploadResult = {
  readonly created: number;
  /** Subscribers that were known before, changed or not. */
  readonly updated: number;
  readonly refused: readonly RefusedItem[];
};

export async function uploadSubscribers(
  { db }: Pick<Platform, 'db'>,
  { companyId }: Pick<KeyActor, 'companyId'>,
  name: BookName,
  items: readonly UploadItem[],
): Promise<UploadResult> {
  const { rows, refused } = await readItems(items);
  const { kept, store } = hasDevices(name.channelType)
    ? { kept: lastDevices(rows), store: storeDevices }
    : { kept: lastItems(rows), store: storeSubscribers };
  const upload = async (tx: Tx): Promise<UploadResult> => {
    const known = await lockOwnBook(tx, companyId, name);
    if (kept.length === 0) return { created: 0, updated: 0, refused };
    const bookId = known ?? (await lockNewBook(tx, companyId, name));
    const created = await store(tx, { companyId, bookId }, kept);
    await checkLimit(tx, bookId);
    return { created, updated: kept.length - created, refused };
  };
  return inTransaction(db, upload, 'index');
}

type BookKey = { readonly companyId: number; readonly bookId: number };
type ReadItem = UploadedRow & { readonly provider: PushProvider | undefined };

/** Returns the number of new subscribers, as `storeDevices` does. */
async function storeSubscribers(tx: Tx, book: BookKey, rows: readonly ReadItem[]): Promise<number> {
  await releaseNumbers(tx, book.bookId, rows);
  return upsertSubscribers(tx, book, rows);
}

async function storeDevices(tx: Tx, book: BookKey, items: readonly ReadItem[]): Promise<number> {
  const rows = items.map((item, at) => ({
    ...item,
    provider: PUSH_PROVIDER_CODES[must(item.provider, `push provider of device ${at}`)],
  }));
  const created = await upsertDevices(tx, book, rows);
  await deleteSurplusDevices(tx, book.bookId, [...new Set(rows.map(({ destination }) => destination))]);
  return created;
}

/** In turns of the event loop: an upload has up to 10,000 items. */
async function readItems(items: readonly UploadItem[]): Promise<{ rows: ReadItem[]; refused: RefusedItem[] }> {
  const rows: ReadItem[] = [];
  const refused: RefusedItem[] = [];
  await inTurns(items, ({ subscriberId, provider, destination: written, tags }, index) => {
    const destination = normalizeDestination(written);
    if (destination === undefined) refused.push(unreadable(index));
    else rows.push({ subscriberId, provider, destination, tags: tags === undefined ? null : textArrayLiteral(tags) });
  });
  return { rows, refused };
}

const unreadable = (index: number): RefusedItem => ({
  index,
  code: 400,
  errorCode: ERROR.numberUnusable,
  msg: 'Destination is not a phone number',
});

/** Reads the counters of the book, which its triggers have just moved. */
async function checkLimit(tx: Tx, bookId: number): Promise<void> {
  const { active, stopped, gone } = must(await selectBook(tx, bookId), `address book ${bookId}`);
  if (active + stopped + gone <= SUBSCRIBERS_MAX) return;
  const problem = `would give the sender name more than ${SUBSCRIBERS_MAX} subscribers`;
  throw new Refusal('bad-request', { field: 'subscribers', problem, code: 'too-many' });
}
