// Inbox of the figures: a send or a check inserts a row and never waits for a counter.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type FactKind = 'sent' | 'entered' | 'expired';

/** Messages of any companies; the row of each names its company. */
export async function insertFacts(tx: Tx, kind: FactKind, messageUuids: readonly string[]): Promise<void> {
  await tx.query(
    `insert into verification_facts (company_id, message_uuid, kind)
     select m.company_id, m.id, $2
     from messages m
     where m.id = any($1::uuid[])`,
    [messageUuids, kind],
  );
}

export type Fact = { readonly messageUuid: string; readonly kind: FactKind };

/** Deletes the oldest rows that no other transaction has locked. */
export function deleteFacts(tx: Tx, limit: number): Promise<Fact[]> {
  return tx.planned<Fact>(
    `delete from verification_facts
     where id = any(array(
       select id
       from verification_facts
       order by id
       limit $1
       for update skip locked))
     returning message_uuid as "messageUuid", kind`,
    [limit],
  );
}

const entered = bulkColumns({ messageUuid: 'uuid' });

/**
 * The message that brought an entered code. Several messages may carry it: the newest delivered one counts, else the
 * newest.
 */
export function selectBringers(
  tx: Tx,
  messageUuids: readonly string[],
): Promise<{ messageUuid: string; broughtBy: string }[]> {
  return tx.query<{ messageUuid: string; broughtBy: string }>(
    `select
       u.message_uuid as "messageUuid",
       coalesce(d.message_uuid, u.message_uuid) as "broughtBy"
     from ${entered.as('u')}
     join messages m on m.id = u.message_uuid
     join verification_messages n
       on n.verification_id = m.verification_id
      and n.message_uuid = m.id
     left join lateral (
       select o.message_uuid
       from verification_messages o
       join messages e on e.id = o.message_uuid
       where o.verification_id = n.verification_id
         and o.code_mac = n.code_mac
         and e.status = ${MESSAGE_STATUS_CODES.DELIVERED}
       order by o.position desc
       limit 1
     ) d on true`,
    entered.values(messageUuids.map((messageUuid) => ({ messageUuid }))),
  );
}

export type CountedMessage = {
  readonly messageUuid: string;
  readonly gatewayId: string;
  readonly companyId: number;
  readonly channelType: string;
  readonly position: number;
  readonly day: string;
  readonly destination: string;
  /** The most it may cost. */
  readonly amountMicros: bigint;
  readonly priceMicros: bigint | null;
};

/** Messages whose verification still exists. */
export function selectCounted(tx: Tx, messageUuids: readonly string[]): Promise<CountedMessage[]> {
  return tx.query<CountedMessage>(
    `select
       m.id as "messageUuid",
       v.profile_id as "gatewayId",
       v.company_id as "companyId",
       n.channel_type as "channelType",
       n.position,
       (n.created_at at time zone 'Europe/Moscow')::date::text as day,
       m.destination::text as destination,
       m.amount_micros as "amountMicros",
       m.price_micros as "priceMicros"
     from messages m
     join verifications v on v.id = m.verification_id
     join verification_messages n
       on n.verification_id = v.id
      and n.message_uuid = m.id
     where m.id = any($1::uuid[])`,
    [messageUuids],
  );
}
