// The list of an account's subscribers, by sender name, status and id. Without ids and numbers the total is the sum of
// the counters of the books, and a page begins at a known place of the index. Ids and numbers are looked up one by one.
import { must } from '@volley/domain/must.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { listParts } from '@volley/domain/subscribers/list-parts.ts';
import { PUSH_PROVIDER_CODES, PUSH_PROVIDERS } from '@volley/domain/subscribers/push-device.ts';
import { hasDevices } from '@volley/domain/subscribers/subscriber-channel.ts';
import {
  SUBSCRIBER_SOURCE_CODES,
  SUBSCRIBER_SOURCES,
  SUBSCRIBER_STATUS_CODES,
  SUBSCRIBER_STATUSES,
} from '@volley/domain/subscribers/subscriber-status.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Book, selectBooks } from './address-books.sql.ts';
import { selectDeviceRanges, selectDevicesByIds, selectDevicesByNumbers } from './listed-devices.sql.ts';
import { type SubscriberRow, selectByIds, selectByNumbers, selectRanges } from './listed-subscribers.sql.ts';
import type { Subscriber, SubscriberFilter } from './subscriber.ts';

/** Rows before a page are read and passed over, so the last row of a page has a highest position. */
const REACHED_MAX = 100_000;

type Page = { readonly page: number; readonly perPage: number };
type Listed<Item> = { readonly total: number; readonly items: readonly Item[] };

export async function listSubscribers(
  { db }: Pick<Platform, 'db'>,
  { companyId }: Pick<KeyActor, 'companyId'>,
  filter: SubscriberFilter,
  { page, perPage }: Page,
): Promise<Listed<Subscriber>> {
  if (page * perPage > REACHED_MAX)
    throw new Refusal('bad-request', {
      field: 'page',
      problem: `times per_page must be at most ${REACHED_MAX}`,
      code: 'too-large',
    });
  const { channelTypes = null, senderNames = null } = filter;
  // Counters and rows of one snapshot: the place of a page would be wrong otherwise.
  return read(
    db,
    async (tx) => {
      const books = await selectBooks(tx, companyId, { channelTypes, senderNames });
      const range = { offset: (page - 1) * perPage, limit: perPage };
      const { total, items } = isByValue(filter)
        ? sliceOf(await selectByValue(tx, books, filter), range)
        : await selectPart(tx, books, filter, range);
      const booksById = new Map(books.map((book) => [book.id, book]));
      return { total, items: items.map((row) => shown(row, must(booksById.get(row.bookId), `book ${row.bookId}`))) };
    },
    'same',
  );
}

type Range = { readonly offset: number; readonly limit: number };

const isByValue = ({ subscriberIds, destinations }: SubscriberFilter) =>
  subscriberIds !== undefined || destinations !== undefined;

const statusesOf = ({ statuses = SUBSCRIBER_STATUSES }: SubscriberFilter) =>
  SUBSCRIBER_STATUSES.filter((status) => statuses.includes(status));

async function selectPart(
  tx: Tx,
  books: readonly Book[],
  filter: SubscriberFilter,
  range: Range,
): Promise<Listed<SubscriberRow>> {
  const groups = books.flatMap(({ id: bookId, channelType, active, stopped, gone }) => {
    const counts = { ACTIVE: active, STOPPED: stopped, GONE: gone };
    return statusesOf(filter).map((status) => ({
      bookId,
      isDevices: hasDevices(channelType),
      status: SUBSCRIBER_STATUS_CODES[status],
      count: counts[status],
    }));
  });
  const parts = listParts(groups, range).map(({ group, offset, limit }) => ({ ...group, offset, limit }));
  return {
    total: groups.reduce((sum, { count }) => sum + count, 0),
    items: await bothKinds(parts, ({ isDevices }) => isDevices, {
      subscribers: (some) => selectRanges(tx, some),
      devices: (some) => selectDeviceRanges(tx, some),
    }),
  };
}

async function selectByValue(tx: Tx, books: readonly Book[], filter: SubscriberFilter): Promise<SubscriberRow[]> {
  const ids = filter.subscriberIds && [...new Set(filter.subscriberIds)];
  const numbers = filter.destinations && [...new Set(filter.destinations)];
  const statuses = statusesOf(filter).map((status) => SUBSCRIBER_STATUS_CODES[status]);
  const chosenOf = (some: readonly Book[]) => ({
    bookIds: some.map(({ id }) => id),
    statuses,
    destinations: numbers ?? null,
  });
  const rows = await bothKinds(books, ({ channelType }) => hasDevices(channelType), {
    subscribers: (some) =>
      ids === undefined
        ? selectByNumbers(tx, numbers ?? [], chosenOf(some), REACHED_MAX)
        : selectByIds(tx, ids, chosenOf(some), REACHED_MAX),
    devices: (some) =>
      ids === undefined
        ? selectDevicesByNumbers(tx, numbers ?? [], chosenOf(some), REACHED_MAX)
        : selectDevicesByIds(tx, ids, chosenOf(some), REACHED_MAX),
  });
  return rows.slice(0, REACHED_MAX);
}

type Selects<Part> = Readonly<Record<'subscribers' | 'devices', (parts: readonly Part[]) => Promise<SubscriberRow[]>>>;

/** A book has rows of one kind. Both selects return the order of the list, so the merge keeps it within a book. */
async function bothKinds<Part>(
  parts: readonly Part[],
  isDevices: (part: Part) => boolean,
  { subscribers, devices }: Selects<Part>,
): Promise<SubscriberRow[]> {
  const [ofApps, ofBots] = [parts.filter(isDevices), parts.filter((part) => !isDevices(part))];
  const rows = ofBots.length === 0 ? [] : await subscribers(ofBots);
  if (ofApps.length > 0) rows.push(...(await devices(ofApps)));
  return rows.toSorted((one, other) => one.bookId - other.bookId || one.status - other.status);
}

function sliceOf(rows: readonly SubscriberRow[], { offset, limit }: Range): Listed<SubscriberRow> {
  return { total: rows.length, items: rows.slice(offset, offset + limit) };
}

function shown(row: SubscriberRow, { channelType, senderName }: Book): Subscriber {
  const { subscriberId, destination, tags, createdAt, updatedAt } = row;
  const status = SUBSCRIBER_STATUSES.find((one) => SUBSCRIBER_STATUS_CODES[one] === row.status);
  const source = SUBSCRIBER_SOURCES.find((one) => SUBSCRIBER_SOURCE_CODES[one] === row.source);
  const provider = PUSH_PROVIDERS.find((one) => PUSH_PROVIDER_CODES[one] === row.provider);
  return {
    channelType,
    senderName,
    subscriberId,
    ...(provider !== undefined && { provider }),
    destination,
    status: must(status, `subscriber status ${row.status}`),
    source: must(source, `subscriber source ${row.source}`),
    tags: tags ?? [],
    createdAt,
    updatedAt,
  };
}
