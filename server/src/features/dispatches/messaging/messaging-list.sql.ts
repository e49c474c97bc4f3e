// Dispatches of the messaging API with the facts that determine their status. A filter by status selects every
// combination of facts with that status.

import type { RateTerm } from '@volley/domain/dispatches/dispatch-rate.ts';
import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import { type DispatchFacts, factsOfStatuses } from '@volley/domain/dispatches/messaging-dispatch-status.ts';
import { must } from '@volley/domain/must.ts';
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isHeld } from '../../queue/pacing/held.sql.ts';
import { idsWithSteps, JOIN_STEPS, withSteps } from '../../queue/strands/with-steps.sql.ts';
import type { MessagingDispatchFilter } from './messaging-dispatch.ts';
import { WALL_FORM } from './messaging-dispatches.sql.ts';

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

/** SQL: a batch of the dispatch `d` is held. Once all messages are claimed, only batches can be held. */
const HAS_HELD_BATCH = `exists (
      select from batches b
      where b.company_id = d.company_id
        and b.dispatch_id in ${idsWithSteps('d.id')}
        and b.state = ${BATCH_STATES.waiting}
        and b.held_since is not null)`;

/** SQL: `$1` is now, `$2` the company, `$3` to `$8` the filter. */
const LISTED = `select d.id, d.name, d.status, d.channel_type, d.sender_name, d.text, d.created_at,
    d.use_local_time,
    to_char(d.local_send_time, ${WALL_FORM}) as local_send_time,
    to_char(d.local_completion_time, ${WALL_FORM}) as local_completion_time,
    d.traffic_center_id,
    ${COUNTERS},
    ${withSteps('messages_total')}
      > ${withSteps('messages_sent')} + ${withSteps('messages_unsent')} as is_unsent,
    coalesce(f.begun, true) as is_begun,
    d.status = 'STARTED' and coalesce(f.held, ${HAS_HELD_BATCH}) as is_held,
    coalesce(f.overdue, false) as is_overdue
  from dispatches d
  join companies c on c.id = d.company_id
  ${JOIN_STEPS}
  left join lateral (
    select
      bool_or(t.start_at is null or t.start_at <= $1) as begun,
      bool_and(${isHeld('$1')}) filter (where t.cursor_seq < t.last_seq) as held,
      bool_and(t.give_up_at is not null and t.give_up_at <= $1)
        filter (where t.cursor_seq < t.last_seq) as overdue
    from strands t
    join senders s on s.id = t.sender_id
    where t.dispatch_id in ${idsWithSteps('d.id')}
      and d.status = 'STARTED') f on true
  where d.kind = 'MESSAGING'
    and d.company_id = $2
    and ($3::int is null or d.id = $3)
    and ($4::text[] is null or d.channel_type = any($4))
    and ($5::text[] is null or d.sender_name = any($5))
    and ($6::int[] is null or d.traffic_center_id = any($6))
    and ($7::timestamptz is null or d.created_at >= $7)
    and ($8::timestamptz is null or d.created_at <= $8)`;

const FACTS = `concat_ws(' ', l.status, l.is_unsent::text, l.is_begun::text, l.is_held::text, l.is_overdue::text)`;

const factsText = ({ status, isUnsent, isBegun, isHeld: held, isOverdue }: DispatchFacts) =>
  [status, isUnsent, isBegun, held, isOverdue].join(' ');

const CHOSEN = `with listed as (
       ${LISTED}),
     chosen as (
       select *
       from listed l
       where $9::text[] is null
         or ${FACTS} = any($9))`;

type Filter = MessagingDispatchFilter & { readonly id?: number };

const filterValues = (tx: Tx, companyId: number, filter: Filter): unknown[] => [
  tx.now,
  companyId,
  filter.id ?? null,
  filter.channelType ?? null,
  filter.senderName ?? null,
  filter.trafficCenterId ?? null,
  filter.timeFrom ?? null,
  filter.timeTo ?? null,
  filter.status === undefined ? null : factsOfStatuses(filter.status).map(factsText),
];

export async function countMessagingDispatches(tx: Tx, companyId: number, filter: Filter): Promise<number> {
  const rows = await tx.query<{ total: bigint }>(
    `${CHOSEN}
     select count(*) as total
     from chosen`,
    filterValues(tx, companyId, filter),
  );
  return Number(must(rows[0], `count of dispatches of company ${companyId}`).total);
}

/** Newest first. */
export function selectMessagingDispatches(
  tx: Tx,
  companyId: number,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedDispatch[]> {
  return tx.query<ListedDispatch>(
    `${CHOSEN}
     select n.*, t.name as traffic_center_name, r.rate, r.rate_term
     from (
       select *
       from chosen
       order by id desc
       limit $10
       offset $11) n
     left join traffic_centers t on t.id = n.traffic_center_id
     left join dispatch_rates r on r.dispatch_id = n.id
     order by n.id desc`,
    [...filterValues(tx, companyId, filter), limit, offset],
  );
}
