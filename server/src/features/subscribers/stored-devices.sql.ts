// Changes of devices of apps. The book is locked before, as for subscribers. Devices are found by the digest of their
// token: tokens are longer than an entry of an index may be.
import { must } from '@volley/domain/must.ts';
import { DEVICES_MAX } from '@volley/domain/subscribers/push-device.ts';
import { SUBSCRIBER_STATUS_CODES } from '@volley/domain/subscribers/subscriber-status.ts';
import type { LinkedNumber } from '@volley/domain/subscribers/subscriber-upload.ts';
import { arrayLiteral, textArrayLiteral } from '../../platform/database/array-literal.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

const { ACTIVE } = SUBSCRIBER_STATUS_CODES;

/** `tags`: an array literal; null keeps the tags of a known device. */
export type DeviceRow = LinkedNumber & { readonly provider: number; readonly tags: string | null };

const uploaded = bulkColumns({ subscriberId: 'text', destination: 'bigint', provider: 'smallint', tags: 'text' }, 4);

const UPSERT_DEVICES = `
  with u as materialized (
    select
      sha256(convert_to(n.subscriber_id, 'UTF8')) as token_digest,
      n.subscriber_id,
      n.destination,
      n.provider,
      n.tags::text[] as tags,
      n.position
    from ${uploaded.withPosition('n', 'position')}
  ),
  known as materialized (
    select
    from
      u,
      lateral (
        select
        from push_devices k
        where k.address_book_id = $1
          and k.token_digest = u.token_digest
        limit 1
      ) s
  ),
  stored as (
    insert into push_devices as d (
      address_book_id, company_id, token_digest, subscriber_id, destination, provider, status, tags,
      created_at, updated_at
    )
    select $1, $2, u.token_digest, u.subscriber_id, u.destination, u.provider, ${ACTIVE}, u.tags, $3, $3
    from u
    order by u.position
    on conflict (address_book_id, token_digest)
    do update set
      destination = excluded.destination,
      provider = excluded.provider,
      status = excluded.status,
      tags = coalesce(excluded.tags, d.tags),
      recency = excluded.recency,
      updated_at = excluded.updated_at
  )
  select count(*)::int as known
  from known`;

/** Returns the number of new devices. The rows are the newest devices of their numbers afterwards, in their order. */
export async function upsertDevices(
  tx: Tx,
  { companyId, bookId }: { readonly companyId: number; readonly bookId: number },
  rows: readonly DeviceRow[],
): Promise<number> {
  const found = await tx.query<{ known: number }>(UPSERT_DEVICES, [
    bookId,
    companyId,
    tx.now,
    ...uploaded.values(rows),
  ]);
  return rows.length - must(found[0], `number of known devices of address book ${bookId}`).known;
}

/** Keeps the newest devices of each number; those that are GONE give way first. */
export async function deleteSurplusDevices(tx: Tx, bookId: number, destinations: readonly string[]): Promise<void> {
  await tx.query(
    `delete from push_devices d
     where d.address_book_id = $1
       and d.token_digest = any(array(
         select s.token_digest
         from
           unnest($2::bigint[]) as number,
           lateral (
             select o.token_digest
             from push_devices o
             where o.address_book_id = $1
               and o.destination = number
             order by o.status, o.recency desc
             offset ${DEVICES_MAX}
           ) s
       ))`,
    [bookId, arrayLiteral(destinations)],
  );
}

export async function deleteDevicesById(tx: Tx, bookId: number, subscriberIds: readonly string[]): Promise<number> {
  const rows = await tx.query<{ deleted: number }>(
    `with gone as (
       delete from push_devices
       where address_book_id = $1
         and token_digest = any(array(select sha256(convert_to(id, 'UTF8')) from unnest($2::text[]) as id))
       returning 1
     )
     select count(*)::int as deleted
     from gone`,
    [bookId, textArrayLiteral(subscriberIds)],
  );
  return must(rows[0], `number of deleted devices of address book ${bookId}`).deleted;
}

export async function deleteDevicesByNumber(tx: Tx, bookId: number, destinations: readonly string[]): Promise<number> {
  const rows = await tx.query<{ deleted: number }>(
    `with gone as (
       delete from push_devices
       where address_book_id = $1
         and destination = any($2::bigint[])
       returning 1
     )
     select count(*)::int as deleted
     from gone`,
    [bookId, arrayLiteral(destinations)],
  );
  return must(rows[0], `number of deleted devices of address book ${bookId}`).deleted;
}
