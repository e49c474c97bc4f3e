import { SUBSCRIBER_STATUS_CODES } from '@volley/domain/subscribers/subscriber-status.ts';
import { textArrayLiteral } from '../../platform/database/array-literal.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { BookName } from './subscriber.ts';

export type WantedAddress = {
  readonly place: number;
  readonly companyId: number;
  readonly channelType: string;
  readonly senderName: string;
  readonly destination: string;
};

const wanted = bulkColumns({
  place: 'int',
  companyId: 'int',
  channelType: 'text',
  senderName: 'text',
  destination: 'bigint',
});

/** `limit 1` keeps the look-ups on the index of numbers: without statistics a plain join would scan a large book. */
const SELECT_ADDRESSES = `
  select u.place,
    u.destination::text as destination,
    s.subscriber_id as "subscriberId"
  from ${wanted.as('u')}
  join address_books b on b.company_id = u.company_id
    and b.channel_type = u.channel_type
    and b.sender_name = u.sender_name
  cross join lateral (
    select o.subscriber_id, o.status
    from subscribers o
    where o.address_book_id = b.id
      and o.destination = u.destination
    limit 1
  ) s
  where s.status = ${SUBSCRIBER_STATUS_CODES.ACTIVE}`;

export function selectAddresses(
  tx: Tx,
  addresses: readonly WantedAddress[],
): Promise<{ place: number; destination: string; subscriberId: string }[]> {
  return tx.planned(SELECT_ADDRESSES, wanted.values(addresses));
}

const SELECT_NUMBERS = `
  select s.subscriber_id as "subscriberId",
    s.destination::text as destination
  from address_books b
  join subscribers s on s.address_book_id = b.id
  where b.company_id = $1
    and b.channel_type = $2
    and b.sender_name = $3
    and s.subscriber_id = any($4::text[])
    and s.destination is not null`;

export function selectNumbers(
  tx: Tx,
  { companyId, channelType, senderName }: BookName & { readonly companyId: number },
  subscriberIds: readonly string[],
): Promise<{ subscriberId: string; destination: string }[]> {
  return tx.planned(SELECT_NUMBERS, [companyId, channelType, senderName, textArrayLiteral(subscriberIds)]);
}

export type EndedAddress = {
  readonly companyId: number;
  readonly channelType: string;
  readonly senderName: string;
  readonly subscriberId: string;
};

/** Active subscribers only: a person who has stopped the bot stays stopped. */
export async function updateEnded(
  tx: Tx,
  { companyId, channelType, senderName, subscriberId }: EndedAddress,
  status: number,
): Promise<void> {
  await tx.query(
    `update subscribers s
     set status = $5,
       updated_at = $6
     from address_books b
     where b.company_id = $1
       and b.channel_type = $2
       and b.sender_name = $3
       and s.address_book_id = b.id
       and s.subscriber_id = $4
       and s.status = ${SUBSCRIBER_STATUS_CODES.ACTIVE}`,
    [companyId, channelType, senderName, subscriberId, status, tx.now],
  );
}
