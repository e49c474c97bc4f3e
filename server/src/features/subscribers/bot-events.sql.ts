// Changes by people who use a bot. The book is locked before, as for uploads.
import { SUBSCRIBER_SOURCE_CODES, SUBSCRIBER_STATUS_CODES } from '@volley/domain/subscribers/subscriber-status.ts';
import type { LinkedNumber } from '@volley/domain/subscribers/subscriber-upload.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

const { ACTIVE } = SUBSCRIBER_STATUS_CODES;
const { BOT } = SUBSCRIBER_SOURCE_CODES;

const shared = bulkColumns({ subscriberId: 'text', destination: 'bigint' }, 4);

const UPSERT_SHARED = `
  insert into subscribers as s (
    address_book_id, company_id, subscriber_id, destination, status, source, created_at, updated_at
  )
  select b.id, b.company_id, u.subscriber_id, u.destination, ${ACTIVE}, ${BOT}, $2, $2
  from ${shared.as('u')}
  join address_books b on b.id = $1
  where not $3::boolean
    or exists (
      select
      from subscribers k
      where k.address_book_id = $1
        and k.subscriber_id = u.subscriber_id
    )
  order by u.subscriber_id
  on conflict (address_book_id, subscriber_id)
  do update set
    destination = excluded.destination,
    status = excluded.status,
    updated_at = excluded.updated_at
  where s.destination is distinct from excluded.destination
    or s.status <> excluded.status`;

/** Needs free numbers. `isFull`: only known subscribers get their number. */
export async function upsertShared(
  tx: Tx,
  { bookId, isFull }: { readonly bookId: number; readonly isFull: boolean },
  rows: readonly LinkedNumber[],
): Promise<void> {
  await tx.query(UPSERT_SHARED, [bookId, tx.now, isFull, ...shared.values(rows)]);
}

export type MovedSubscriber = {
  readonly subscriberId: string;
  readonly status: number;
  readonly happenedAt: Date;
};

const moved = bulkColumns({ subscriberId: 'text', status: 'smallint', happenedAt: 'timestamptz' }, 3);

const UPDATE_MOVED = `
  update subscribers s
  set status = u.status,
    updated_at = $2
  from ${moved.as('u')}
  where s.address_book_id = $1
    and s.subscriber_id = u.subscriber_id
    and s.status <> u.status
    and (u.status = ${ACTIVE} or u.happened_at >= s.updated_at)`;

/** Known subscribers only. A stop that is older than the last change of the subscriber has no effect. */
export async function updateMoved(tx: Tx, bookId: number, rows: readonly MovedSubscriber[]): Promise<void> {
  await tx.query(UPDATE_MOVED, [bookId, tx.now, ...moved.values(rows)]);
}
