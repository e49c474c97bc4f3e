// Dispatches of the messaging API with the facts that their status follows from. Asking by status means asking by
// every combination of facts that is called so.
import type { RateTerm } from '@volley/domain/dispatch-rate.ts';
import type { DispatchStatus } from '@volley/domain/dispatch-status.ts';
import { type DispatchFacts, factsCalled } from '@volley/domain/messaging-dispatch-status.ts';
import type { Tx } from '../../platform/database.ts';
import { isHeld } from './held.ts';
import type { MessagingDispatchFilter } from './messaging-dispatch.ts';
import { WALL_FORM } from './messaging-dispatches.sql.ts';
import { idsWithSteps, JOIN_STEPS, withSteps } from './with-steps.ts';

export type ListedDispatch = {
  id: number;
  name: string;
  status: DispatchStatus;
  is_unsent: boolean;
  is_begun: boolean;
  is_held: boolean;
  is_overdue: boolean;
  channel_type: string;
  sender_name: string;
  text: string;
  created_at: Date;
  local_send_time: string | null;
  local_completion_time: string | null;
  use_local_time: boolean;
  traffic_center_id: number;
  traffic_center_name: string;
  rate: number | null;
  rate_term: RateTerm | null;
  parts_total: number;
  parts_sent: number;
  parts_delivered: number;
  parts_failed: number;
  parts_unsent: number;
  messages_total: number;
  messages_sent: number;
  messages_delivered: number;
  messages_failed: number;
  messages_unsent: number;
};

const COUNTERS = (['parts', 'messages'] as const)
  .flatMap((of) =>
    (['total', 'sent', 'delivered', 'failed', 'unsent'] as const).map((count) => `${of}_${count}` as const),
  )
  .map((column) => `${withSteps(column)} as ${column}`)
  .join(', ');

/** Where everything is claimed, what waits is in batches. */
const HAS_HELD_BATCH = `exists (select from batches b
  where b.company_id = d.company_id and b.dispatch_id in ${idsWithSteps('d.id')} and b.state = 2 and b.held_since is not null)`;

/** $1 is now, $2 the company. */
const LISTED = `select d.id, d.name, d.status, d.channel_type, d.sender_name, d.text, d.created_at, d.use_local_time,
    to_char(d.local_send_time, ${WALL_FORM}) as local_send_time, to_char(d.local_completion_time, ${WALL_FORM}) as local_completion_time,
    d.traffic_center_id, ${COUNTERS},
    ${withSteps('messages_total')} > ${withSteps('messages_sent')} + ${withSteps('messages_unsent')} as is_unsent,
    coalesce(f.begun, true) as is_begun, d.status = 'STARTED' and coalesce(f.held, ${HAS_HELD_BATCH}) as is_held, coalesce(f.overdue, false) as is_overdue
  from dispatches d join companies c on c.id = d.company_id
  ${JOIN_STEPS}
  left join lateral (
    select bool_or(t.start_at is null or t.start_at <= $1) as begun,
      bool_and(${isHeld('$1')}) filter (where t.cursor_seq < t.last_seq) as held,
      bool_and(t.give_up_at is not null and t.give_up_at <= $1) filter (where t.cursor_seq < t.last_seq) as overdue
    from strands t join senders s on s.id = t.sender_id where t.dispatch_id in ${idsWithSteps('d.id')} and d.status = 'STARTED') f on true
  where d.kind = 'MESSAGING' and d.company_id = $2 and ($3::int is null or d.id = $3)
    and ($4::text[] is null or d.channel_type = any($4)) and ($5::text[] is null or d.sender_name = any($5))
    and ($6::int[] is null or d.traffic_center_id = any($6))
    and ($7::timestamptz is null or d.created_at >= $7) and ($8::timestamptz is null or d.created_at <= $8)`;

const FACTS = `concat_ws(' ', l.status, l.is_unsent::text, l.is_begun::text, l.is_held::text, l.is_overdue::text)`;

const factsText = ({ status, isUnsent, isBegun, isHeld: held, isOverdue }: DispatchFacts) =>
  [status, isUnsent, isBegun, held, isOverdue].join(' ');

/** Newest first. */
export async function selectMessagingDispatches(
  tx: Tx,
  companyId: number,
  filter: MessagingDispatchFilter & { readonly id?: number },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: ListedDispatch[] }> {
  const values = [
    tx.now,
    companyId,
    filter.id ?? null,
    filter.channelType ?? null,
    filter.senderName ?? null,
    filter.trafficCenterId ?? null,
    filter.timeFrom ?? null,
    filter.timeTo ?? null,
    filter.status === undefined ? null : factsCalled(filter.status).map(factsText),
  ];
  const chosen = `with listed as (${LISTED}), chosen as (select * from listed l where $9::text[] is null or ${FACTS} = any($9))`;
  const totals = await tx.query<{ total: bigint }>(`${chosen} select count(*) as total from chosen`, values);
  const rows = await tx.query<ListedDispatch>(
    `${chosen} select n.*, t.name as traffic_center_name, r.rate, r.rate_term
     from (select * from chosen order by id desc limit $10 offset $11) n
     left join traffic_centers t on t.id = n.traffic_center_id left join dispatch_rates r on r.dispatch_id = n.id order by n.id desc`,
    [...values, limit, offset],
  );
  return { total: Number(totals[0]?.total ?? 0n), rows };
}
