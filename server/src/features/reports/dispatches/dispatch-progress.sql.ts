import type { RateTerm } from '@volley/domain/dispatches/dispatch-rate.ts';
import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isHeld } from '../../queue/pacing/held.sql.ts';
import {
  idsWithSteps,
  JOIN_STEPS,
  SHOWN_ESTIMATE,
  SHOWN_PACKAGES,
  withSteps,
} from '../../queue/strands/with-steps.sql.ts';

export type ShownDispatchRow = {
  id: number;
  kind: 'PARTNER' | 'MESSAGING';
  name: string;
  company_id: number;
  company_name: string;
  company_active: boolean;
  /** A claimed batch is held because its sender name must not send. */
  has_held_batch: boolean;
  currency: string;
  channel_type: string;
  status: DispatchStatus;
  sender_name: string | null;
  sender_ids: number[];
  text: string;
  schedule_start_at: Date | null;
  schedule_hours: number[] | null;
  schedule_days: number[] | null;
  use_local_time: boolean;
  local_send_time: string | null;
  local_completion_time: string | null;
  short_url: boolean;
  rate: number | null;
  rate_term: RateTerm | null;
  first_message_id: string | null;
  /** Steps included. */
  last_message_id: string | null;
  /** Buckets with the steps of its cascades. */
  step_buckets: number[];
  messages_total: number;
  messages_sent: number;
  messages_delivered: number;
  messages_failed: number;
  messages_unsent: number;
  parts_total: number;
  estimate_micros: bigint;
  packages_micros: bigint;
  spent_micros: bigint;
  reserved_micros: bigint;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
};

const COUNTERS = (
  [
    'messages_total',
    'messages_sent',
    'messages_delivered',
    'messages_failed',
    'messages_unsent',
    'parts_total',
  ] as const
)
  .map((column) => `${withSteps(column)} as ${column}`)
  .join(', ');

const WALL_FORM = `'YYYY-MM-DD HH24:MI:SS'`;

/**
 * By primary key plus a few ledger rows: cheap enough for every second. A dispatch that opens a package releases the
 * reserve of another dispatch, so its own sum may be negative; the shown reserve is at least zero.
 */
export async function findShownDispatch(tx: Tx, partnerId: number, id: number): Promise<ShownDispatchRow | undefined> {
  const rows = await tx.planned<ShownDispatchRow>(
    `select
       d.id,
       d.kind,
       d.name,
       d.company_id,
       c.name as company_name,
       c.status = 'ACTIVE' as company_active,
       exists (
         select
         from batches b
         where b.company_id = d.company_id
           and b.held_since is not null
           and b.dispatch_id in ${idsWithSteps('d.id')}) as has_held_batch,
       p.currency,
       d.channel_type,
       d.status,
       d.sender_name,
       d.sender_ids,
       d.text,
       d.schedule_start_at,
       d.schedule_hours,
       d.schedule_days,
       d.use_local_time,
       to_char(d.local_send_time, ${WALL_FORM}) as local_send_time,
       to_char(d.local_completion_time, ${WALL_FORM}) as local_completion_time,
       d.short_url,
       r.rate,
       r.rate_term,
       d.first_message_id,
       greatest(d.last_message_id, (
         select l.last_message_id
         from dispatches l
         where l.steps_of = d.id
         order by l.last_message_id desc nulls last
         limit 1)) as last_message_id,
       array(select l.id from dispatches l where l.steps_of = d.id) as step_buckets,
       ${COUNTERS},
       ${SHOWN_ESTIMATE} as estimate_micros,
       ${SHOWN_PACKAGES} as packages_micros,
       coalesce(l.spent, 0)::bigint as spent_micros,
       case
         when d.ended_at is null then greatest(coalesce(l.reserved, 0), 0)
         else 0
       end::bigint as reserved_micros,
       d.created_at,
       d.started_at,
       d.ended_at
     from dispatches d
     join companies c on c.id = d.company_id
     join partners p on p.id = d.partner_id
     ${JOIN_STEPS}
     left join dispatch_rates r on r.dispatch_id = d.id
     left join lateral (
       select sum(l.spent_micros) as spent, sum(l.reserved_micros) as reserved
       from ledger l
       where l.dispatch_id in ${idsWithSteps('d.id')}) l on true
     where d.id = $1
       and d.partner_id = $2
       and d.kind <> 'SEND'`,
    [id, partnerId],
  );
  return rows[0];
}

export type WaitingZoneRow = { timezone: string; start_at: Date | null; messages: number; held: boolean };

/** Time zones of recipients that wait for the pacer; `held`: all their sender names must not send. */
export function selectWaitingZones(tx: Tx, dispatchId: number) {
  return tx.planned<WaitingZoneRow>(
    `select
       t.timezone,
       min(t.start_at) as start_at,
       sum(t.messages)::int as messages,
       bool_and(${isHeld('$2')}) as held
     from strands t
     join senders s on s.id = t.sender_id
     join companies c on c.id = t.company_id
     where t.dispatch_id in ${idsWithSteps('$1::int')}
       and t.cursor_seq < t.last_seq
     group by t.timezone`,
    [dispatchId, tx.now],
  );
}

export type ShownSender = { id: number; senderName: string; brand: string };

export function selectShownSenders(tx: Tx, senderIds: readonly number[]) {
  return tx.query<ShownSender>(
    `select id, sender_name as "senderName", brand
     from senders
     where id = any($1::int[])
     order by sender_name, brand, id`,
    [senderIds],
  );
}
