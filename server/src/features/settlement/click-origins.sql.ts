import type { Tx } from '../../platform/database/database.ts';

export type ClickOrigin = {
  readonly messageId: string;
  readonly channelType: string;
  readonly isPartners: boolean;
  readonly sentAt: Date | null;
  readonly externalMessageId: string | null;
  readonly cascadeRoot: string | null;
  readonly cascadeStep: number | null;
  readonly endpointId: number | null;
  readonly wanted: readonly string[];
};

/** Messages of the visited short links, with the callback target of their events. */
export function selectClickOrigins(tx: Tx, messageIds: readonly string[]): Promise<ClickOrigin[]> {
  return tx.query<ClickOrigin>(
    `select m.id as "messageId",
       s.channel_type as "channelType",
       d.kind = 'PARTNER' as "isPartners",
       m.sent_at as "sentAt",
       m.external_message_id as "externalMessageId",
       m.cascade_root as "cascadeRoot",
       m.cascade_step as "cascadeStep",
       d.callback_endpoint_id as "endpointId",
       d.callback_events as wanted
     from messages m
     join dispatches d on d.id = m.dispatch_id
     join strands s on s.dispatch_id = m.dispatch_id
       and s.strand = m.strand
     where m.id = any($1::uuid[])`,
    [messageIds],
  );
}
