import type { Tx } from '../../platform/database.ts';

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
  /** From making to hand-over or failure, of the messages that moved; the longest. */
  longestWaitMs: number;
  releasedMicros: bigint;
  /** With packages. */
  spentMicros: bigint;
  /** Packages that it has opened. */
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
  /** It is a cascade dispatch, or a list of steps of one. */
  cascades: boolean;
};

/**
 * Counters move in the transaction that moves the messages; the last final message ends the dispatch, unless it is a
 * cascade: then `addWaitingSteps` decides. The dispatch that a list of steps belongs to is locked with it, by id.
 */
export function addProgress(tx: Tx, deltas: readonly ProgressDelta[]) {
  return tx.planned<ProgressedDispatch>(
    `with u as (
       select * from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $8::int[], $9::int[], $10::int[], $11::float8[], $12::bigint[], $13::bigint[], $14::bigint[])
         as u(id, sent, delivered, failed, delivered_parts, failed_parts, unsent, sent_parts, unsent_parts, wait_ms, released, spent, opened)),
     touched as (select id from u union select o.steps_of from dispatches o where o.id in (select id from u) and o.steps_of is not null),
     locked as (select d.id from dispatches d where d.id in (select id from touched) order by d.id for update)
     update dispatches d set
       messages_sent = d.messages_sent + u.sent,
       messages_delivered = d.messages_delivered + u.delivered,
       messages_failed = d.messages_failed + u.failed,
       parts_delivered = d.parts_delivered + u.delivered_parts,
       parts_failed = d.parts_failed + u.failed_parts,
       messages_unsent = d.messages_unsent + u.unsent,
       parts_sent = d.parts_sent + u.sent_parts,
       parts_unsent = d.parts_unsent + u.unsent_parts,
       reserved_micros = d.reserved_micros - u.released,
       spent_micros = d.spent_micros + u.spent,
       packages_micros = greatest(d.packages_micros - u.opened, 0),
       longest_wait_ms = case when d.longest_wait_ms is not null then greatest(d.longest_wait_ms, ceil(u.wait_ms)::bigint) end,
       status = case when d.status = 'STARTED' and d.kind <> 'SEND' and d.cascade is null and d.messages_delivered + u.delivered + d.messages_failed + u.failed = d.messages_total then 'COMPLETED' else d.status end,
       ended_at = case when d.cascade is null and d.messages_delivered + u.delivered + d.messages_failed + u.failed = d.messages_total then coalesce(d.ended_at, $7) else d.ended_at end
     from u where d.id = u.id and d.id in (select id from locked)
     returning d.id, d.company_id, d.kind, d.channel_type, (select p.currency from partners p where p.id = d.partner_id) as currency, d.callback_endpoint_id, d.callback_events, d.ended_at is not null as ended,
       d.cascade is not null or d.steps_of is not null as cascades`,
    [
      deltas.map((delta) => delta.dispatchId),
      deltas.map((delta) => delta.sent),
      deltas.map((delta) => delta.delivered),
      deltas.map((delta) => delta.failed),
      deltas.map((delta) => delta.deliveredParts),
      deltas.map((delta) => delta.failedParts),
      tx.now,
      deltas.map((delta) => delta.unsent),
      deltas.map((delta) => delta.sentParts),
      deltas.map((delta) => delta.unsentParts),
      deltas.map((delta) => delta.longestWaitMs),
      deltas.map((delta) => delta.releasedMicros),
      deltas.map((delta) => delta.spentMicros),
      deltas.map((delta) => delta.openedMicros),
    ],
  );
}
