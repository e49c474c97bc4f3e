// Plans of verifications with channels left. A row is locked by the transaction that sends the next message, together
// with its verification, so that no message is lost or doubled and none follows a confirmed or cancelled code.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { PlannedCode } from '@volley/domain/verification/fallback.ts';
import type { CodeWording, VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import type { Tx } from '../../../platform/database/database.ts';

const { DELIVERED, FAILED } = MESSAGE_STATUS_CODES;

export type NewPlan = {
  readonly verificationId: string;
  readonly companyId: number;
  readonly gatewayId: string;
  readonly numberMac: string;
  readonly messageId: string;
  /** Not empty. */
  readonly channels: readonly VerificationChannel[];
  readonly dueAt: Date;
};

export async function insertPlan(tx: Tx, plan: NewPlan): Promise<void> {
  await tx.query(
    `insert into verification_plans (
       verification_id, company_id, profile_id, number_mac, message_id, position, channels, due_at
     )
     values ($1, $2, $3, $4, $5, 0, $6, $7)`,
    [plan.verificationId, plan.companyId, plan.gatewayId, plan.numberMac, plan.messageId, plan.channels, plan.dueAt],
  );
}

/** For a number that gets a new code: messages with the earlier code would confuse its owner. */
export async function deletePlansOf(tx: Tx, gatewayId: string, numberMac: string): Promise<void> {
  await tx.query(
    `delete from verification_plans
     where profile_id = $1
       and number_mac = $2`,
    [gatewayId, numberMac],
  );
}

/** Brings plans forward whose present message failed. */
export async function hastenPlans(tx: Tx, messageIds: readonly string[]): Promise<void> {
  await tx.query(
    `update verification_plans
     set due_at = $2
     where verification_id = any(array(
       select verification_id
       from verification_plans
       where message_id = any($1::uuid[])
         and due_at > $2
       order by verification_id
       for update))`,
    [messageIds, tx.now],
  );
}

export type DuePlan = PlannedCode &
  CodeWording & {
    readonly verificationId: string;
    readonly gatewayId: string;
    readonly companyId: number;
    readonly messageId: string;
    readonly position: number;
    readonly channels: readonly VerificationChannel[];
    /** Lifetime of the code. */
    readonly wholeSeconds: number;
    /** A message of the code is delivered, or its client stopped the present one. */
    readonly isSettled: boolean;
    /** The present message failed. */
    readonly isFailed: boolean;
    readonly widgetId: string | null;
    readonly widgetMicrosMax: bigint | null;
  };

const LOCK_DUE_PLAN = `
  select
    p.verification_id as "verificationId",
    p.profile_id as "gatewayId",
    p.company_id as "companyId",
    p.message_id as "messageId",
    p.position,
    p.channels,
    v.checks,
    v.checks_max as "checksMax",
    v.expires_at as "expiresAt",
    v.confirmed_at as "confirmedAt",
    v.cancelled_at as "cancelledAt",
    v.language,
    v.site_host as "siteHost",
    date_part('epoch', v.expires_at - v.created_at)::int as "wholeSeconds",
    coalesce(m.status = ${FAILED}, false) as "isFailed",
    coalesce(m.error_code = ${ERROR.stopped}, false)
      or exists (
        select
        from verification_messages n
        join messages o on o.id = n.message_uuid
        where n.verification_id = v.id
          and o.status = ${DELIVERED}
      ) as "isSettled",
    v.widget_id as "widgetId",
    w.day_micros_max as "widgetMicrosMax"
  from verification_plans p
  join verifications v on v.id = p.verification_id
  left join messages m on m.id = p.message_id
  left join verification_widgets w on w.id = v.widget_id
  where p.due_at <= $1
  order by p.due_at
  limit 1
  for update of p, v skip locked`;

/** Skips plans whose code is being checked or cancelled at this moment. */
export async function lockDuePlan(tx: Tx): Promise<DuePlan | undefined> {
  const rows = await tx.planned<DuePlan>(LOCK_DUE_PLAN, [tx.now]);
  return rows[0];
}

type PlanPlace = Pick<DuePlan, 'verificationId' | 'position'>;

export type NextPlace = Pick<NewPlan, 'messageId' | 'channels' | 'dueAt'>;

export async function movePlan(tx: Tx, { verificationId, position }: PlanPlace, next: NextPlace): Promise<void> {
  await tx.query(
    `update verification_plans
     set
       message_id = $3,
       position = $2 + 1,
       channels = $4,
       due_at = $5
     where verification_id = $1
       and position = $2`,
    [verificationId, position, next.messageId, next.channels, next.dueAt],
  );
}

export async function deletePlan(tx: Tx, { verificationId, position }: PlanPlace): Promise<void> {
  await tx.query(
    `delete from verification_plans
     where verification_id = $1
       and position = $2`,
    [verificationId, position],
  );
}

export async function postponePlan(tx: Tx, { verificationId, position }: PlanPlace, until: Date): Promise<void> {
  await tx.query(
    `update verification_plans
     set due_at = $3
     where verification_id = $1
       and position = $2`,
    [verificationId, position, until],
  );
}
