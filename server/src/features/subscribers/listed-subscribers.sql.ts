// Lists of subscribers, ordered by book, status and id: the order of the index `subscribers_by_status`.
import { arrayLiteral, textArrayLiteral } from '../../platform/database/array-literal.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

export type SubscriberRow = {
  readonly bookId: number;
  readonly subscriberId: string;
  /** Null: not a device. */
  readonly provider: number | null;
  readonly destination: string | null;
  readonly status: number;
  readonly source: number;
  readonly tags: readonly string[] | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

const COLUMNS = `s.address_book_id as "bookId", s.subscriber_id as "subscriberId",
       null::smallint as provider, s.destination::text as destination, s.status, s.source, s.tags,
       s.created_at as "createdAt", s.updated_at as "updatedAt"`;

/** A range of the subscribers of a book in one status. */
export type RowRange = {
  readonly bookId: number;
  readonly status: number;
  readonly offset: number;
  readonly limit: number;
};

const ranges = bulkColumns({ bookId: 'int', status: 'smallint', skipped: 'int', wanted: 'int' });

export function selectRanges(tx: Tx, parts: readonly RowRange[]): Promise<SubscriberRow[]> {
  const rows = parts.map(({ bookId, status, offset, limit }) => ({ bookId, status, skipped: offset, wanted: limit }));
  return tx.query<SubscriberRow>(
    `select ${COLUMNS}
     from
       ${ranges.withPosition('r', 'position')},
       lateral (
         select *
         from subscribers o
         where o.address_book_id = r.book_id
           and o.status = r.status
         order by o.subscriber_id
         limit r.wanted
         offset r.skipped
       ) s
     order by r.position, s.subscriber_id`,
    ranges.values(rows),
  );
}

export type Chosen = {
  readonly bookIds: readonly number[];
  readonly statuses: readonly number[];
  /** Null: any number. */
  readonly destinations: readonly string[] | null;
};

/** `limit 1` keeps the look-ups on the index: a plain join would scan a large book. */
export function selectByIds(
  tx: Tx,
  subscriberIds: readonly string[],
  { bookIds, statuses, destinations }: Chosen,
  limit: number,
): Promise<SubscriberRow[]> {
  return tx.query<SubscriberRow>(
    `select ${COLUMNS}
     from
       unnest($1::int[]) as book,
       unnest($2::text[]) as id,
       lateral (
         select *
         from subscribers o
         where o.address_book_id = book
           and o.subscriber_id = id
         limit 1
       ) s
     where s.status = any($3::smallint[])
       and ($4::bigint[] is null or s.destination = any($4))
     order by s.address_book_id, s.status, s.subscriber_id
     limit $5`,
    [
      arrayLiteral(bookIds),
      textArrayLiteral(subscriberIds),
      arrayLiteral(statuses),
      destinations && arrayLiteral(destinations),
      limit,
    ],
  );
}

export function selectByNumbers(
  tx: Tx,
  destinations: readonly string[],
  { bookIds, statuses }: Pick<Chosen, 'bookIds' | 'statuses'>,
  limit: number,
): Promise<SubscriberRow[]> {
  return tx.query<SubscriberRow>(
    `select ${COLUMNS}
     from
       unnest($1::int[]) as book,
       unnest($2::bigint[]) as number,
       lateral (
         select *
         from subscribers o
         where o.address_book_id = book
           and o.destination = number
         limit 1
       ) s
     where s.status = any($3::smallint[])
     order by s.address_book_id, s.status, s.subscriber_id
     limit $4`,
    [arrayLiteral(bookIds), arrayLiteral(destinations), arrayLiteral(statuses), limit],
  );
}
