import type { ChannelType } from '@volley/domain/channel.ts';
import type { DispatchStatus } from '@volley/domain/dispatch-status.ts';
import type { Tx } from '../../platform/database.ts';
import type { StoredStep } from '../messages/stored-step.ts';
import type { SpecialContent } from './batch.ts';
import type { MessagingDispatchDraft } from './messaging-dispatch.ts';
import type { StrandTimes } from './strand-times.ts';

export type MessagingDispatchRow = {
  id: number;
  company_id: number;
  status: DispatchStatus;
  channel_type: ChannelType;
  sender_name: string;
  text: string;
  special_content: SpecialContent | null;
  use_local_time: boolean;
  local_send_time: string | null;
  local_completion_time: string | null;
  schedule_hours: number[] | null;
  schedule_days: number[] | null;
  short_url: boolean;
  tags: string[] | null;
  cascade: StoredStep[] | null;
  has_rate: boolean;
  last_seq: number;
  messages_total: number;
  estimate_micros: bigint;
  packages_micros: bigint;
};

export const WALL_FORM = `'YYYY-MM-DD HH24:MI:SS'`;

type NewRow = MessagingDispatchDraft & {
  readonly companyId: number;
  readonly partnerId: number;
  readonly trafficCenterId: number;
  readonly senderIds: readonly number[];
  readonly callbackEndpointId: number | null;
  /** As it is shown: without its password. */
  readonly shownUrl: string | null;
};

/** `schedule_start_at` tells the engine that this one may wait as long as its schedule says. */
export async function insertMessagingDispatch(tx: Tx, row: NewRow): Promise<number> {
  const isScheduled = row.localSendTime !== null || row.hours !== null || row.days !== null;
  const rows = await tx.query<{ id: number }>(
    `insert into dispatches (kind, company_id, partner_id, name, channel_type, text, sender_ids, schedule_start_at, schedule_hours, schedule_days,
       callback_endpoint_id, callback_events, created_at, traffic_center_id, lifetime_seconds, use_local_time, local_send_time, local_completion_time,
       sender_name, short_url, tags, special_content, callback_url, cascade, steps_waiting)
     values ('MESSAGING', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16::timestamp, $17::timestamp, $18, $19, $20, $21, $22, $23, case when $23::jsonb is not null then 0 end)
     returning id`,
    [
      row.companyId,
      row.partnerId,
      row.name,
      row.channelType,
      row.text,
      row.senderIds,
      isScheduled ? tx.now : null,
      row.hours,
      row.days,
      row.callbackEndpointId,
      row.callbackEvents,
      tx.now,
      row.trafficCenterId,
      row.ttlSeconds,
      row.useLocalTime,
      row.localSendTime,
      row.localCompletionTime,
      row.senderName,
      row.shortUrl,
      row.tags,
      row.special === null ? null : JSON.stringify(row.special),
      row.shownUrl,
      row.cascade.length === 0 ? null : JSON.stringify(row.cascade),
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('dispatch not stored');
  return id;
}

/** Locked until the transaction ends. */
export async function lockMessagingDispatch(
  tx: Tx,
  companyId: number,
  id: number,
): Promise<MessagingDispatchRow | undefined> {
  const rows = await tx.query<MessagingDispatchRow>(
    `select d.id, d.company_id, d.status, d.channel_type, d.sender_name, d.text, d.special_content, d.use_local_time,
       to_char(d.local_send_time, ${WALL_FORM}) as local_send_time, to_char(d.local_completion_time, ${WALL_FORM}) as local_completion_time,
       d.schedule_hours, d.schedule_days, d.short_url, d.tags, d.cascade, exists (select from dispatch_rates r where r.dispatch_id = d.id) as has_rate,
       d.last_seq, d.messages_total, d.estimate_micros, d.packages_micros
     from dispatches d where d.id = $1 and d.company_id = $2 and d.kind = 'MESSAGING' for update of d`,
    [id, companyId],
  );
  return rows[0];
}

type ZoneTimes = StrandTimes & { readonly timezone: string };

export async function selectZones(tx: Tx, dispatchId: number): Promise<string[]> {
  const rows = await tx.query<{ timezone: string }>('select distinct timezone from strands where dispatch_id = $1', [
    dispatchId,
  ]);
  return rows.map((row) => row.timezone);
}

/** Lets the pacer have the strands. Without `eligible_at` nothing bounds how long they may wait. */
export async function releaseByZone(
  tx: Tx,
  dispatchId: number,
  zones: readonly ZoneTimes[],
  isBounded: boolean,
): Promise<void> {
  await tx.query(
    `update strands t set runnable = true, start_at = case when u.timezone <> '' then u.eligible_at end, give_up_at = u.give_up_at, next_at = u.eligible_at,
       eligible_at = case when $5 then u.eligible_at end
     from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as u(timezone, eligible_at, give_up_at)
     where t.dispatch_id = $1 and t.timezone = u.timezone`,
    [
      dispatchId,
      zones.map((zone) => zone.timezone),
      zones.map((zone) => zone.eligibleAt),
      zones.map((zone) => zone.giveUpAt),
      isBounded,
    ],
  );
}
