// Changes of subscribers. The book is locked before, so that no other change comes between the statements of one.
import { must } from '@volley/domain/must.ts';
import { SUBSCRIBER_SOURCE_CODES, SUBSCRIBER_STATUS_CODES } from '@volley/domain/subscribers/subscriber-status.ts';
import type { LinkedNumber } from '@volley/domain/subscribers/subscriber-upload.ts';
import { arrayLiteral, textArrayLiteral } from '../../platform/database/array-literal.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

const { ACTIVE, STOPPED, GONE } = SUBSCRIBER_STATUS_CODES;
const { UPLOAD } = SUBSCRIBER_SOURCE_CODES;

/** `tags`: an array literal; null keeps the tags of a known subscriber. */
export type UploadedRow = LinkedNumber & { readonly tags: string | null };

const wanted = bulkColumns({ subscriberId: 'text', destination: 'bigint' }, 3);

/**
 * Takes the numbers of the rows from the subscribers that hold them under other ids. Subscribers of the same rows
 * and stopped ones stay without a number, so that no later upload can wake a stopped one; the others are deleted.
 */
export async function releaseNumbers(tx: Tx, bookId: number, rows: readonly LinkedNumber[]): Promise<void> {
  await tx.query(
    `with u as materialized (
       select w.subscriber_id, w.destination
       from ${wanted.as('w')}
     ),
     held as materialized (
       select
         s.subscriber_id,
         s.status = ${STOPPED} or s.subscriber_id in (select u.subscriber_id from u) as stays
       from
         u,
         lateral (
           select h.subscriber_id, h.status
           from subscribers h
           where h.address_book_id = $1
             and h.destination = u.destination
             and h.subscriber_id <> u.subscriber_id
           limit 1
         ) s
     ),
     freed as (
       update subscribers s
       set destination = null,
         updated_at = $2
       from held
       where s.address_book_id = $1
         and s.subscriber_id = held.subscriber_id
         and held.stays
     )
     delete from subscribers s
     using held
     where s.address_book_id = $1
       and s.subscriber_id = held.subscriber_id
       and not held.stays`,
    [bookId, tx.now, ...wanted.values(rows)],
  );
}

const uploaded = bulkColumns({ subscriberId: 'text', destination: 'bigint', tags: 'text' }, 4);

/**
 * Returns the number of new subscribers. Needs free numbers. Subscribers that do not change are not written. `limit 1`
 * and the conflict find each row by its key: a plain join would scan a large book at every upload.
 */
export async function upsertSubscribers(
  tx: Tx,
  { companyId, bookId }: { readonly companyId: number; readonly bookId: number },
  rows: readonly UploadedRow[],
): Promise<number> {
  const stored = await tx.query<{ created: number }>(
    `with u as materialized (
       select n.subscriber_id, n.destination, n.tags::text[] as tags
       from ${uploaded.as('n')}
     ),
     created as (
       insert into subscribers (
         address_book_id, company_id, subscriber_id, destination, status, source, tags, created_at, updated_at
       )
       select $1, $2, u.subscriber_id, u.destination, ${ACTIVE}, ${UPLOAD}, nullif(u.tags, '{}'), $3, $3
       from u
       order by u.subscriber_id
       on conflict (address_book_id, subscriber_id)
       do nothing
       returning 1
     ),
     differing as materialized (
       select u.*
       from
         u,
         lateral (
           select k.destination, k.status, k.tags
           from subscribers k
           where k.address_book_id = $1
             and k.subscriber_id = u.subscriber_id
           limit 1
         ) s
       where s.destination is distinct from u.destination
         or s.status = ${GONE}
         or (u.tags is not null and s.tags is distinct from nullif(u.tags, '{}'))
     ),
     changed as (
       insert into subscribers as s (
         address_book_id, company_id, subscriber_id, destination, status, source, tags, created_at, updated_at
       )
       select $1, $2, d.subscriber_id, d.destination, ${ACTIVE}, ${UPLOAD}, d.tags, $3, $3
       from differing d
       order by d.subscriber_id
       on conflict (address_book_id, subscriber_id)
       do update set
         destination = excluded.destination,
         tags = case when excluded.tags is null then s.tags else nullif(excluded.tags, '{}') end,
         status = case when s.status = ${GONE} then ${ACTIVE} else s.status end,
         updated_at = excluded.updated_at
     )
     select count(*)::int as created
     from created`,
    [bookId, companyId, tx.now, ...uploaded.values(rows)],
  );
  return must(stored[0], `number of new subscribers of address book ${bookId}`).created;
}

export async function deleteById(tx: Tx, bookId: number, subscriberIds: readonly string[]): Promise<number> {
  const rows = await tx.query<{ deleted: number }>(
    `with gone as (
       delete from subscribers
       where address_book_id = $1
         and subscriber_id = any($2::text[])
       returning 1
     )
     select count(*)::int as deleted
     from gone`,
    [bookId, textArrayLiteral(subscriberIds)],
  );
  return must(rows[0], `number of deleted subscribers of address book ${bookId}`).deleted;
}

export async function deleteByNumber(tx: Tx, bookId: number, destinations: readonly string[]): Promise<number> {
  const rows = await tx.query<{ deleted: number }>(
    `with gone as (
       delete from subscribers
       where address_book_id = $1
         and destination = any($2::bigint[])
       returning 1
     )
     select count(*)::int as deleted
     from gone`,
    [bookId, arrayLiteral(destinations)],
  );
  return must(rows[0], `number of deleted subscribers of address book ${bookId}`).deleted;
}

/** Books of all companies that hold the number. Asks each book by its indexes: no index has numbers first. */
export function lockBooksWith(tx: Tx, destination: number): Promise<{ id: number }[]> {
  return tx.query<{ id: number }>(
    `select b.id
     from address_books b
     where exists (
       select
       from subscribers s
       where s.address_book_id = b.id
         and s.destination = $1
       offset 0
     )
       or exists (
         select
         from push_devices d
         where d.address_book_id = b.id
           and d.destination = $1
         offset 0
       )
     order by b.id
     for update of b`,
    [destination],
  );
}

export async function deleteNumber(tx: Tx, bookIds: readonly number[], destination: number): Promise<void> {
  await tx.query(
    `with devices as (
       delete from push_devices
       where address_book_id = any($1::int[])
         and destination = $2
     )
     delete from subscribers
     where address_book_id = any($1::int[])
       and destination = $2`,
    [arrayLiteral(bookIds), destination],
  );
}
