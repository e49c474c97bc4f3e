import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import { WAITS_FOR_ROUTE } from '../messages/waits-for-route.sql.ts';
import type { Chosen } from './chosen-messages.sql.ts';

export type AccountMessageRow = {
  id: string;
  inbound: boolean;
  created_at: Date;
  sent_at: Date | null;
  final_at: Date | null;
  channel_type: string;
  sending_method: string | null;
  traffic_type: string | null;
  derived_traffic_type: string | null;
  template_id: number | null;
  dispatch_id: number | null;
  external_message_id: string | null;
  traffic_center_id: number | null;
  sender_name: string;
  destination: string;
  country: string | null;
  brand: number;
  text: string | null;
  special_content: Record<string, unknown> | null;
  tags: string[] | null;
  ttl: number | null;
  hours: number[] | null;
  days: number[] | null;
  local_send_time: string | null;
  local_completion_time: string | null;
  use_local_time: boolean;
  short_url: boolean;
  callback_url: string | null;
  callback_events: string[];
  parts: number;
  micros: bigint | null;
  status: number;
  read_status: number | null;
  read_at: Date | null;
  cascade_root: string | null;
  cascade_step: number | null;
  error_code: number | null;
  provider_code: string | null;
  waits_for: 'route' | null;
};

const wall = (column: string) => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;

const OUTBOUND = `select
    m.id,
    false as inbound,
    m.created_at,
    m.sent_at,
    m.final_at,
    d.channel_type,
    d.sending_method,
    coalesce(m.claimed_traffic_type, t.traffic_type) as traffic_type,
    t.traffic_type as derived_traffic_type,
    m.template_id,
    case when d.kind = 'MESSAGING' then d.id else d.steps_of end as dispatch_id,
    m.external_message_id,
    d.traffic_center_id,
    s.sender_name,
    m.destination::text as destination,
    m.country,
    m.brand,
    coalesce(m.text, d.text) as text,
    coalesce(m.special_content, d.special_content) as special_content,
    coalesce(m.tags, d.tags) as tags,
    d.lifetime_seconds as ttl,
    d.schedule_hours as hours,
    d.schedule_days as days,
    ${wall('d.local_send_time')} as local_send_time,
    ${wall('d.local_completion_time')} as local_completion_time,
    d.use_local_time,
    d.short_url,
    d.callback_url,
    d.callback_events,
    m.parts,
    coalesce(m.price_micros, m.due_micros, m.amount_micros) as micros,
    m.status,
    m.read_status,
    m.read_at,
    m.cascade_root,
    m.cascade_step,
    m.error_code,
    m.provider_code,
    case when ${WAITS_FOR_ROUTE} then 'route' end as waits_for
  from messages m
  join dispatches d on d.id = m.dispatch_id
  join senders s on s.id = m.sender_id
  join strands t on t.dispatch_id = m.dispatch_id and t.strand = m.strand`;

/** The columns of OUTBOUND, in the same order and with the same names. */
const INBOUND = `select
    i.id,
    true as inbound,
    i.created_at,
    i.sent_at,
    null::timestamptz as final_at,
    i.channel_type,
    null as sending_method,
    null as traffic_type,
    null as derived_traffic_type,
    null::int as template_id,
    null::int as dispatch_id,
    null as external_message_id,
    i.traffic_center_id,
    i.sender_name,
    i.destination::text as destination,
    null as country,
    0::smallint as brand,
    i.text,
    i.special_content,
    null::text[] as tags,
    null::int as ttl,
    null::smallint[] as hours,
    null::smallint[] as days,
    null as local_send_time,
    null as local_completion_time,
    false as use_local_time,
    false as short_url,
    null as callback_url,
    '{}'::text[] as callback_events,
    1::smallint as parts,
    null::bigint as micros,
    ${MESSAGE_STATUS_CODES.SENT}::smallint as status,
    null::smallint as read_status,
    null::timestamptz as read_at,
    null::uuid as cascade_root,
    null::smallint as cascade_step,
    null::smallint as error_code,
    null as provider_code,
    null as waits_for
  from inbound_messages i`;

/** Unordered. */
export function selectAccountMessages(
  tx: Tx,
  accountId: number,
  chosen: readonly Chosen[],
): Promise<AccountMessageRow[]> {
  const ids = (inbound: boolean) => chosen.filter((message) => message.inbound === inbound).map(({ id }) => id);
  return tx.query<AccountMessageRow>(
    `${OUTBOUND}
     where m.id = any($2::uuid[])
       and m.account_id = $1
     union all
     ${INBOUND}
     where i.id = any($3::uuid[])
       and i.company_id = $1`,
    [accountId, ids(false), ids(true)],
  );
}

export async function selectAccountMessage(
  tx: Tx,
  accountId: number,
  id: string,
): Promise<AccountMessageRow | undefined> {
  const rows = await tx.query<AccountMessageRow>(
    `${OUTBOUND}
     where m.id = $2
       and m.account_id = $1
     union all
     ${INBOUND}
     where i.id = $2
       and i.company_id = $1`,
    [accountId, id],
  );
  return rows[0];
}
