import type { Tx } from '../../../platform/database/database.ts';

export type StepOrigin = {
  /** Negative after erasure. */
  readonly destination: string;
  readonly externalMessageId: string | null;
  readonly callbackUrl: string | null;
  readonly callbackEndpointId: number | null;
  readonly partnerId: number;
  readonly currency: string;
  readonly trafficCenterId: number;
};

/** Members of the present message that the next one inherits. */
export async function selectOrigin(tx: Tx, messageId: string): Promise<StepOrigin | undefined> {
  const rows = await tx.query<StepOrigin>(
    `select
       m.destination::text as destination,
       m.external_message_id as "externalMessageId",
       d.callback_url as "callbackUrl",
       d.callback_endpoint_id as "callbackEndpointId",
       d.partner_id as "partnerId",
       p.currency,
       coalesce(
         d.traffic_center_id,
         (select c.id from traffic_centers c where c.company_id = m.company_id and c.is_default)
       ) as "trafficCenterId"
     from messages m
     join dispatches d on d.id = m.dispatch_id
     join partners p on p.id = d.partner_id
     where m.id = $1`,
    [messageId],
  );
  return rows[0];
}

/**
 * The sealed code that the messages share; a flash call has digits of its own. Undefined: no message carried it yet.
 */
export async function selectSharedCode(tx: Tx, verificationId: string): Promise<string | null | undefined> {
  const rows = await tx.query<{ sealed: string | null }>(
    `select c.sealed
     from verification_messages n
     left join message_codes c on c.message_id = n.message_uuid
     where n.verification_id = $1
       and n.channel_type <> 'FLASHCALL'
     order by n.position
     limit 1`,
    [verificationId],
  );
  return rows[0]?.sealed;
}
