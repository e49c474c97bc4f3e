import type { Tx } from '../../../platform/database/database.ts';

export type EventMessage = {
  readonly messageUuid: string;
  readonly companyId: number;
  readonly channelType: string;
  readonly externalMessageId: string | null;
  readonly endpointId: number | null;
};

/** Ordered by message, which is the order of sending. */
export function selectEventMessages(tx: Tx, messageUuids: readonly string[]): Promise<EventMessage[]> {
  return tx.query<EventMessage>(
    `select
       m.id as "messageUuid",
       m.company_id as "companyId",
       d.channel_type as "channelType",
       m.external_message_id as "externalMessageId",
       d.callback_endpoint_id as "endpointId"
     from messages m
     join dispatches d on d.id = m.dispatch_id
     where m.id = any($1::uuid[])
     order by m.id`,
    [messageUuids],
  );
}
