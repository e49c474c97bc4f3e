// Statements of the figures that run every five seconds, in one process of the cell. None reads history: each is
// bounded by the work that is open now, through a partial index that its condition names, or by a limit.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type LaneFigures = { readonly lane: number; readonly strands: number; readonly oldestSeconds: number };

/** Reads `strands_runnable`: the strands of started dispatches and buckets with unclaimed messages. */
export function selectLanes(tx: Tx): Promise<LaneFigures[]> {
  return tx.planned<LaneFigures>(
    `select
       lane,
       count(*)::integer as strands,
       extract(epoch from $1 - min(coalesce(eligible_at, next_at)))::float8 as "oldestSeconds"
     from strands
     where runnable
       and next_at <= $1
       and held_since is null
     group by lane`,
    [tx.now],
  );
}

export type OpenMessages = { readonly queued: number; readonly withOperator: number };

/** Reads `dispatches_open`. */
export async function selectOpenMessages(tx: Tx): Promise<OpenMessages> {
  const [row] = await tx.planned<OpenMessages>(
    `select
       coalesce(sum(messages_total - messages_sent - messages_unsent), 0)::float8 as queued,
       coalesce(sum(messages_sent - messages_delivered - (messages_failed - messages_unsent)), 0)::float8
         as "withOperator"
     from dispatches
     where status in ('STARTED', 'STOPPED')
       and ended_at is null`,
  );
  return row ?? { queued: 0, withOperator: 0 };
}

export type BatchFigures = {
  readonly state: string;
  readonly linkId: number;
  readonly batches: number;
  readonly messages: number;
  /** Real time since the earliest due time, or for batches in flight since their begin; negative: none is due. */
  readonly overdueSeconds: number;
};

const { claimed, inFlight, waiting } = BATCH_STATES;

const counted = (state: string, since: string) => `
       ${state} as state,
       link_id as "linkId",
       count(*)::integer as batches,
       sum(count)::float8 as messages,
       coalesce(extract(epoch from clock_timestamp() - min(${since})), 0)::float8 as "overdueSeconds"`;

/**
 * Reads `batches_due` and `batches_in_flight`. The credit of the links bounds these states; batches that are handed
 * over stay for a day and are not counted.
 */
export function selectBatches(tx: Tx): Promise<BatchFigures[]> {
  return tx.planned<BatchFigures>(
    `select ${counted(`case when state = ${claimed} then 'claimed' else waiting_for end`, 'due_at')}
     from batches
     where state in (${claimed}, ${waiting})
     group by 1, 2
     union all
     select ${counted(`'in_flight'`, 'in_flight_at')}
     from batches
     where state = ${inFlight}
     group by 1, 2`,
  );
}

export type LinkFigures = {
  readonly id: number;
  readonly link: string;
  readonly channel: string;
  readonly bound: boolean;
  readonly downSeconds: number | null;
  readonly degradedSeconds: number;
  readonly paused: boolean;
  readonly window: number;
  readonly rate: number | null;
};

/** Enabled links. A link whose owner has gone is down since the end of the lease. */
export function selectLinks(tx: Tx): Promise<LinkFigures[]> {
  return tx.planned<LinkFigures>(
    `select
       id,
       name as link,
       channel_type as channel,
       coalesce(bound and lease_until > clock_timestamp(), false) as bound,
       case
         when lease_until > clock_timestamp() and down_since is null then 0
         else extract(epoch from clock_timestamp() - coalesce(down_since, lease_until))
       end::float8 as "downSeconds",
       coalesce(extract(epoch from $1 - degraded_since), 0)::float8 as "degradedSeconds",
       paused,
       window_size as window,
       rate_per_second as rate
     from operator_links
     where enabled`,
    [tx.now],
  );
}

export type RoleCount = { readonly role: string; readonly processes: number };

export function selectRoles(tx: Tx): Promise<RoleCount[]> {
  return tx.planned<RoleCount>(
    `select role, count(*)::integer as processes
     from instances
     cross join unnest(roles) as u(role)
     where lease_until > clock_timestamp()
     group by role`,
  );
}
