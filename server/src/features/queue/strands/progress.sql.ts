import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type ProgressDelta = {
  dispatchId: number;
  sent: number;
  delivered: number;
  failed: number;
  unsent: number;
  sentParts: number;
  deliveredParts: number;
  failedParts: number;
  unsentParts: number;
  /** Longest time from creation to hand-over or failure among the messages that moved. */
  longestWaitMs: number;
  releasedMicros: bigint;
  /** Includes packages. */
  spentMicros: bigint;
  /** Price of the packages that the dispatch opened. */
  openedMicros: bigint;
};

export type ProgressedDispatch = {
  id: number;
  company_id: number;
  kind: 'PARTNER' | 'MESSAGING' | 'SEND';
  channel_type: string;
  currency: string;
  callback_endpoint_id: number | null;
  callback_events: string[];
  ended: boolean;
  /** A cascade dispatch or a bucket of its steps. */
  cascades: boolean;
};

const deltaColumns = bulkColumns(
  {
    dispatchId: 'int',
    sent: 'int',
    delivered: 'int',
    failed: 'int',
    unsent: 'int',
    sentParts: 'int',
    deliveredParts: 'int',
    failedParts: 'int',
    unsentParts: 'int',
    longestWaitMs: 'double precision',
    releasedMicros: 'bigint',
    spentMicros: 'bigint',
    openedMicros: 'bigint',
  },
  2,
);
const ALL_FINAL = `
      d.messages_delivered + u.delivered + d.messages_failed + u.failed = d.messages_total`;
const ADD_PROGRESS = `
  with u as (
    select *
    from ${deltaColumns.as('u')}
  ),
  touched as (
    select dispatch_id as id
    from u
    union
    select o.steps_of
    from dispatches o
    where o.id in (select dispatch_id from u)
      and o.steps_of is not null
  ),
  locked as (
    select d.id
    from dispatches d
    where d.id in (select id from touched)
    order by d.id
    for update
  )
  update dispatches d
  set messages_sent = d.messages_sent + u.sent,
    messages_delivered = d.messages_delivered + u.delivered,
    messages_failed = d.messages_failed + u.failed,
    messages_unsent = d.messages_unsent + u.unsent,
    parts_sent = d.parts_sent + u.sent_parts,
    parts_delivered = d.parts_delivered + u.delivered_parts,
    parts_failed = d.parts_failed + u.failed_parts,
    parts_unsent = d.parts_unsent + u.unsent_parts,
    reserved_micros = d.reserved_micros - u.released_micros,
    spent_micros = d.spent_micros + u.spent_micros,
    packages_micros = greatest(d.packages_micros - u.opened_micros, 0),
    longest_wait_ms = case
      when d.longest_wait_ms is not null then greatest(d.longest_wait_ms, ceil(u.longest_wait_ms)::bigint)
    end,
    status = case
      when d.status = 'STARTED' and d.kind <> 'SEND' and d.cascade is null and ${ALL_FINAL}
      then 'COMPLETED'
      else d.status
    end,
    ended_at = case
      when d.cascade is null and ${ALL_FINAL}
      then coalesce(d.ended_at, $1)
      else d.ended_at
    end
  from u
  where d.id = u.dispatch_id
    and d.id in (select id from locked)
  returning d.id,
    d.company_id,
    d.kind,
    d.channel_type,
    (select p.currency from partners p where p.id = d.partner_id) as currency,
    d.callback_endpoint_id,
    d.callback_events,
    d.ended_at is not null as ended,
    d.cascade is not null or d.steps_of is not null as cascades`;

/**
 * Runs in the transaction that moves the messages. The last final message ends the dispatch; for a cascade
 * `addWaitingSteps` decides. Locks a bucket of steps together with its dispatch, in id order.
 */
export function addProgress(tx: Tx, deltas: readonly ProgressDelta[]) {
  return tx.planned<ProgressedDispatch>(ADD_PROGRESS, [tx.now, ...deltaColumns.values(deltas)]);
}
