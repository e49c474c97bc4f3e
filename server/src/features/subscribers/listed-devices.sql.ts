// Lists of devices, ordered by book, status and digest of the token: the order of the index `push_devices_by_status`.
import { DEVICES_MAX } from '@volley/domain/subscribers/push-device.ts';
import { SUBSCRIBER_SOURCE_CODES } from '@volley/domain/subscribers/subscriber-status.ts';
import { arrayLiteral, textArrayLiteral } from '../../platform/database/array-literal.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Chosen, RowRange, SubscriberRow } from './listed-subscribers.sql.ts';

const COLUMNS = `s.address_book_id as "bookId", s.subscriber_id as "subscriberId", s.provider,
       s.destination::text as destination, s.status, ${SUBSCRIBER_SOURCE_CODES.UPLOAD} as source, s.tags,
       s.created_at as "createdAt", s.updated_at as "updatedAt"`;

const ranges = bulkColumns({ bookId: 'int', status: 'smallint', skipped: 'int', wanted: 'int' });

export function selectDeviceRanges(tx: Tx, parts: readonly RowRange[]): Promise<SubscriberRow[]> {
  const rows = parts.map(({ bookId, status, offset, limit }) => ({ bookId, status, skipped: offset, wanted: limit }));
  return tx.query<SubscriberRow>(
    `select ${COLUMNS}
     from
       ${ranges.withPosition('r', 'position')},
       lateral (
         select *
         from push_devices o
         where o.address_book_id = r.book_id
           and o.status = r.status
         order by o.token_digest
         limit r.wanted
         offset r.skipped
       ) s
     order by r.position, s.token_digest`,
    ranges.values(rows),
  );
}

/** `limit 1` keeps the look-ups on the index, as for subscribers. */
export function selectDevicesByIds(
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
         from push_devices o
         where o.address_book_id = book
           and o.token_digest = sha256(convert_to(id, 'UTF8'))
         limit 1
       ) s
     where s.status = any($3::smallint[])
       and ($4::bigint[] is null or s.destination = any($4))
     order by s.address_book_id, s.status, s.token_digest
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

export function selectDevicesByNumbers(
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
         from push_devices o
         where o.address_book_id = book
           and o.destination = number
         order by o.recency desc
         limit ${DEVICES_MAX}
       ) s
     where s.status = any($3::smallint[])
     order by s.address_book_id, s.status, s.token_digest
     limit $4`,
    [arrayLiteral(bookIds), arrayLiteral(destinations), arrayLiteral(statuses), limit],
  );
}
