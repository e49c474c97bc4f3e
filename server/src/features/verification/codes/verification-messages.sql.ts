// Messages of a verification, in the order of sending. They are deleted with it.
import type { VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { DELIVERY, type Delivery } from './facts.sql.ts';

export type NewVerificationMessage = {
  readonly verificationId: string;
  readonly companyId: number;
  /** 0 is the first. */
  readonly position: number;
  readonly messageUuid: string;
  readonly channelType: VerificationChannel;
  readonly codeMac: string;
  readonly codeLength: number;
};

export async function insertVerificationMessage(tx: Tx, row: NewVerificationMessage): Promise<void> {
  await tx.query(
    `insert into verification_messages (
       verification_id, company_id, position, message_uuid, channel_type, code_mac, code_length, created_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.verificationId,
      row.companyId,
      row.position,
      row.messageUuid,
      row.channelType,
      row.codeMac,
      row.codeLength,
      tx.now,
    ],
  );
}

export type Step = {
  readonly channelType: VerificationChannel;
  readonly messageUuid: string;
  readonly delivery: Delivery;
  readonly at: Date;
  readonly priceMicros: bigint;
  /** False: the price may still change. */
  readonly isFinal: boolean;
  readonly externalMessageId: string | null;
};

const SELECT_STEPS = `
  select
    coalesce(n.channel_type, d.channel_type, 'SMS') as "channelType",
    coalesce(n.message_uuid, v.message_uuid) as "messageUuid",
    ${DELIVERY} as delivery,
    coalesce(n.created_at, v.created_at) as at,
    coalesce(m.price_micros, m.due_micros, m.amount_micros, 0) as "priceMicros",
    m.price_micros is not null as "isFinal",
    m.external_message_id as "externalMessageId"
  from verifications v
  left join verification_messages n on n.verification_id = v.id
  left join messages m on m.id = coalesce(n.message_uuid, v.message_uuid)
  left join dispatches d on d.id = m.dispatch_id
  where v.id = $1
  order by n.position`;

export function selectSteps(tx: Tx, verificationId: string): Promise<Step[]> {
  return tx.query<Step>(SELECT_STEPS, [verificationId]);
}
