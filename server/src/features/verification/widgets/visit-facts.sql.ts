// Facts about a visit. Every challenge and every session asks for them, so each connection plans the statements once.
import { PASS_SECONDS } from '@volley/domain/verification/captcha-pass.ts';
import { WAIT_SECONDS_DEFAULT } from '@volley/domain/verification/verification-channel.ts';
import { SESSION_LIFETIME_SECONDS } from '@volley/domain/verification/verification-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { DELIVERY } from '../codes/facts.sql.ts';

export type VisitQuestion = {
  readonly companyId: number;
  readonly gatewayId: string;
  readonly numberMac: string;
  /** Day in Europe/Moscow. */
  readonly day: string;
};

export type VisitRow = {
  readonly isKnown: boolean;
  /** Codes of the profile on the day that have ended: entered, or expired. Messages would count every fallback. */
  readonly sent: number;
  readonly entered: number;
};

export async function selectVisit(tx: Tx, question: VisitQuestion): Promise<VisitRow | undefined> {
  const { companyId, gatewayId, numberMac, day } = question;
  const [row] = await tx.planned<VisitRow>(
    `select
       exists (
         select
         from verification_known_numbers k
         where k.company_id = $1
           and k.number_mac = $3
       ) as "isKnown",
       coalesce(sum(c.entered + c.expired), 0)::int as sent,
       coalesce(sum(c.entered), 0)::int as entered
     from verification_conversions c
     where c.profile_id = $2
       and c.day = $4`,
    [companyId, gatewayId, numberMac, day],
  );
  return row;
}

// Codes of the last minutes by all of their messages, and sessions that wait for the site's server, which sends
// whenever the page passes the key on. Codes of earlier versions have no row in verification_messages.
const SELECT_CODE = `
  select
    exists (
      select
      from verifications v
      left join verification_messages n on n.verification_id = v.id
      left join messages m on m.id = coalesce(n.message_uuid, v.message_uuid)
      where v.company_id = $1
        and v.number_mac = $2
        and v.created_at > $3::timestamptz - interval '${PASS_SECONDS} seconds'
        and v.confirmed_at is null
        and (
          ${DELIVERY} = 'delivered'
          or (
            ${DELIVERY} <> 'undelivered'
            and coalesce(n.created_at, v.created_at)
              > $3::timestamptz - interval '${WAIT_SECONDS_DEFAULT} seconds'
          )
        )
    ) or exists (
      select
      from widget_sessions s
      where s.company_id = $1
        and s.verification_id is null
        and s.error_code is null
        and s.created_at > $3::timestamptz - interval '${SESSION_LIFETIME_SECONDS} seconds'
        and s.expires_at > $3
        and $2 = any(s.counted)
    ) as "hasCode"`;

/** Whether an unconfirmed code has reached the number, or may still. */
export async function hasUnconfirmedCode(tx: Tx, companyId: number, numberMac: string): Promise<boolean> {
  const [row] = await tx.planned<{ hasCode: boolean }>(SELECT_CODE, [companyId, numberMac, tx.now]);
  return row?.hasCode === true;
}
