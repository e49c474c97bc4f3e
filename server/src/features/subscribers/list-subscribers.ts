// The list of an account's subscribers, by sender name, status and id. Without ids and numbers the total is the sum of
// the counters of the books, and a page begins at a known place of the index. Ids and numbers are looked up one by one.
import { must } from '@volley/domain/must.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { listParts } from '@volley/domain/subscribers/list-parts.ts';
import {
  SUBSCRIBER_SOURCE_CODES,
  SUBSCRIBER_SOURCES,
  SUBSCRIBER_STATUS_CODES,
  SUBSCRIBER_STATUSES,
} from '@volley/domain/subscribers/subscriber-status.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Book, selectBooks } from './address-books.sql.ts';
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
    throw new Refusal('bad-request', { field: 'page', problem: `times per_page must be at most ${REACHED_MAX}` });
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
  const groups = books.flatMap(({ id: bookId, active, stopped, gone }) => {
    const counts = { ACTIVE: active, STOPPED: stopped, GONE: gone };
    return statusesOf(filter).map((status) => ({
      bookId,
      status: SUBSCRIBER_STATUS_CODES[status],
      count: counts[status],
    }));
  });
  const parts = listParts(groups, range).map(({ group, offset, limit }) => ({ ...group, offset, limit }));
  return {
    total: groups.reduce((sum, { count }) => sum + count, 0),
    items: parts.length === 0 ? [] : await selectRanges(tx, parts),
  };
}

async function selectByValue(tx: Tx, books: readonly Book[], filter: SubscriberFilter): Promise<SubscriberRow[]> {
  const chosen = {
    bookIds: books.map(({ id }) => id),
    statuses: statusesOf(filter).map((status) => SUBSCRIBER_STATUS_CODES[status]),
    destinations: filter.destinations === undefined ? null : [...new Set(filter.destinations)],
  };
  if (filter.subscriberIds !== undefined)
    return selectByIds(tx, [...new Set(filter.subscriberIds)], chosen, REACHED_MAX);
  return selectByNumbers(tx, chosen.destinations ?? [], chosen, REACHED_MAX);
}

function sliceOf(rows: readonly SubscriberRow[], { offset, limit }: Range): Listed<SubscriberRow> {
  return { total: rows.length, items: rows.slice(offset, offset + limit) };
}

function shown(row: SubscriberRow, { channelType, senderName }: Book): Subscriber {
  const { subscriberId, destination, tags, createdAt, updatedAt } = row;
  const status = SUBSCRIBER_STATUSES.find((one) => SUBSCRIBER_STATUS_CODES[one] === row.status);
  const source = SUBSCRIBER_SOURCES.find((one) => SUBSCRIBER_SOURCE_CODES[one] === row.source);
  return {
    channelType,
    senderName,
    subscriberId,
    destination,
    status: must(status, `subscriber status ${row.status}`),
    source: must(source, `subscriber source ${row.source}`),
    tags: tags ?? [],
    createdAt,
    updatedAt,
  };
}
