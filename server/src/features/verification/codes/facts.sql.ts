import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** sending: not handed over yet. undelivered: no further delivery of this message. */
export type Delivery = 'sending' | 'sent' | 'delivered' | 'undelivered';

const { CREATED, SENT, DELIVERED } = MESSAGE_STATUS_CODES;
const READ = 1;

/** The delivery of the message `m`, of which no row may be left. */
export const DELIVERY = `case
         when m.status = ${DELIVERED} or m.read_status = ${READ} then 'delivered'
         when m.status = ${CREATED} then 'sending'
         when m.status = ${SENT} then 'sent'
         else 'undelivered'
       end`;

export type FactsRow = {
  readonly channelType: VerificationChannel;
  /** Null in rows of earlier versions. */
  readonly codeLength: number | null;
  readonly expiresAt: Date;
  readonly checks: number;
  readonly checksMax: number;
  readonly resendPauseSeconds: number;
  readonly sendsPerNumber: number;
  /** Recent codes to the number. */
  readonly times: readonly Date[] | null;
  readonly delivery: Delivery;
};

// The newest message counts. Codes of earlier versions have no row in verification_messages.
const SELECT_FACTS = `
  select
    coalesce(n.channel_type, d.channel_type, 'SMS') as "channelType",
    coalesce(n.code_length, v.code_length) as "codeLength",
    v.expires_at as "expiresAt",
    v.checks,
    v.checks_max as "checksMax",
    p.resend_pause_seconds as "resendPauseSeconds",
    p.sends_per_number as "sendsPerNumber",
    r.times,
    ${DELIVERY} as delivery
  from verifications v
  join verification_profiles p on p.id = v.profile_id
  left join lateral (
    select message_uuid, channel_type, code_length
    from verification_messages
    where verification_id = v.id
    order by position desc
    limit 1
  ) n on true
  left join messages m on m.id = coalesce(n.message_uuid, v.message_uuid)
  left join dispatches d on d.id = m.dispatch_id
  left join verification_rates r
    on r.profile_id = v.profile_id
   and r.kind = 'number'
   and r.subject = v.number_mac
  where v.id = $1`;

export async function selectFacts(tx: Tx, verificationId: string): Promise<FactsRow | undefined> {
  const rows = await tx.query<FactsRow>(SELECT_FACTS, [verificationId]);
  return rows[0];
}
