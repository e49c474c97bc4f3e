import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import { must } from '@volley/domain/must.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { StoredStep } from '../../messages/stored-step.ts';
import type { SpecialContent } from '../../queue/batches/batch.ts';
import type { MessagingDispatchDraft } from './messaging-dispatch.ts';

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

/** SQL: format of wall times, without a zone. */
export const WALL_FORM = `'YYYY-MM-DD HH24:MI:SS'`;

type NewRow = MessagingDispatchDraft & {
  readonly companyId: number;
  readonly partnerId: number;
  readonly trafficCenterId: number;
  readonly senderIds: readonly number[];
  readonly callbackEndpointId: number | null;
  /** Without its password. */
  readonly shownUrl: string | null;
};

/** A non-null `schedule_start_at` lets the engine wait as long as the schedule requires. */
export async function insertMessagingDispatch(tx: Tx, row: NewRow): Promise<number> {
  const isScheduled = row.localSendTime !== null || row.hours !== null || row.days !== null;
  const rows = await tx.query<{ id: number }>(
    `insert into dispatches (
       kind, company_id, partner_id, name, channel_type, text, sender_ids,
       schedule_start_at, schedule_hours, schedule_days,
       callback_endpoint_id, callback_events, created_at, traffic_center_id, lifetime_seconds,
       use_local_time, local_send_time, local_completion_time,
       sender_name, short_url, tags, special_content, callback_url, cascade, steps_waiting)
     values (
       'MESSAGING', $1, $2, $3, $4, $5, $6,
       $7, $8, $9,
       $10, $11, $12, $13, $14,
       $15, $16::timestamp, $17::timestamp,
       $18, $19, $20, $21, $22, $23, case when $23::jsonb is not null then 0 end)
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
  return must(rows[0], `inserted dispatch of company ${row.companyId}`).id;
}

/** Locked until the transaction ends. */
export async function lockMessagingDispatch(
  tx: Tx,
  companyId: number,
  id: number,
): Promise<MessagingDispatchRow | undefined> {
  const rows = await tx.query<MessagingDispatchRow>(
    `select d.id, d.company_id, d.status, d.channel_type, d.sender_name, d.text, d.special_content,
       d.use_local_time,
       to_char(d.local_send_time, ${WALL_FORM}) as local_send_time,
       to_char(d.local_completion_time, ${WALL_FORM}) as local_completion_time,
       d.schedule_hours, d.schedule_days, d.short_url, d.tags, d.cascade,
       exists (select from dispatch_rates r where r.dispatch_id = d.id) as has_rate,
       d.last_seq, d.messages_total, d.estimate_micros, d.packages_micros
     from dispatches d
     where d.id = $1
       and d.company_id = $2
       and d.kind = 'MESSAGING'
     for update of d`,
    [id, companyId],
  );
  return rows[0];
}
