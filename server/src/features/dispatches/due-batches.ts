// Batches whose time has come again: which may be judged now, and what the verdicts change.
import type { Tx } from '../../platform/database.ts';
import type { SpecialContent } from './batch.ts';
import { type BatchPlace, lifetimeOf } from './batches.ts';
import { isHeld } from './held.ts';
import { isCode } from './pace.sql.ts';

export type DueBatch = BatchPlace & {
  id: string;
  company_id: number;
  sender_id: number;
  sender_name: string;
  count: number;
  link_id: number;
  lane: number;
  traffic_type: string;
  attempt: number;
  doubts: number;
  state: number;
  waiting_for: 'doubt' | 'held' | 'link' | null;
  held_since: Date | null;
  text: string;
  channel_type: string;
  lifetime_seconds: number | null;
  special_content: SpecialContent | null;
  stopped: boolean;
  timezone: string;
  schedule_hours: number[] | null;
  schedule_days: number[] | null;
  give_up_at: Date | null;
  /** It may wait for a week; else for as long as its own times let it. */
  bounded: boolean;
  held: boolean;
  link_up: boolean | null;
  rate_per_second: number | null;
  hops: number;
  /** Its link has used up its tries on what is left. */
  elsewhere: boolean;
  /** Another open link of its channel and route. */
  other_link_id: number | null;
  is_code: boolean;
  /** The month of its reserve; null where nothing is reserved. */
  month: string | null;
  part_micros: bigint | null;
  begun_at: Date | null;
};

/** SQL: the link of this alias takes messages. */
const isOpen = (link: string) =>
  `${link}.enabled and not ${link}.paused and ${link}.bound and ${link}.lease_until > clock_timestamp()`;

/** SQL: an open link beside `b.link_id` of the channel and route of the strand `t`, any of them. */
const OTHER_LINK = `
       select o.id
       from operator_links o
       where o.id <> b.link_id
         and o.channel_type = t.channel_type
         and t.route = any(o.brands)
         and ${isOpen('o')}
       order by random()
       limit 1`;

/** Bulk leaves a link that has been down for so long; the other lanes at once. */
const BULK_PATIENCE_MS = 5_000;

/** Claimed batches of a link that is down, and that another link could take: their lease is over. */
export async function hurryStranded(tx: Tx): Promise<void> {
  await tx.query(
    `update batches b
     set due_at = clock_timestamp()
     from operator_links l, strands t
     where l.id = b.link_id
       and not (${isOpen('l')})
       and t.dispatch_id = b.dispatch_id
       and t.strand = b.strand
       and b.state = 0
       and b.due_at > clock_timestamp()
       and (
         b.lane < $1
         or coalesce(l.down_since, l.lease_until, '-infinity') < clock_timestamp() - $2 * interval '1 millisecond')
       and exists (${OTHER_LINK})`,
    [BULK_LANE, BULK_PATIENCE_MS],
  );
}

/** After the second doubt the message counts as handed over and waits for its receipt. */
export const RESENDS_MAX = 1;
const BULK_LANE = 2;

/**
 * SQL: a doubt `b` is judged when all evidence older than its deadline has been read, outcomes (mark `e`) and receipts
 * alike. Bulk is sent again one batch per link at a time, as `link_resends` allows.
 */
const isJudgeable = `(
       b.waiting_for is distinct from 'doubt'
       or b.due_at <= e.outcomes_read_at
         and b.due_at < coalesce((select min(r.due_at) from receipts r where r.tries = 0), 'infinity')
         and (
           b.lane <> ${BULK_LANE}
           or b.doubts > ${RESENDS_MAX}
           or d.status = 'STOPPED'
           or b.id = (
             select first.id
             from batches first
             where first.link_id = b.link_id
               and first.state = 2
               and first.waiting_for = 'doubt'
               and first.lane = ${BULK_LANE}
               and first.doubts between 1 and ${RESENDS_MAX}
               and first.due_at <= e.outcomes_read_at
               and not exists (
                 select from link_resends x where x.link_id = first.link_id and x.next_at > clock_timestamp())
             order by first.due_at, first.id
             limit 1)))`;

/** Batches in doubt that could be judged now. */
export async function selectDueDoubts(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select b.id
     from batches b
     join dispatches d on d.id = b.dispatch_id
     cross join evidence_marks e
     where b.state = 2
       and b.waiting_for = 'doubt'
       and b.due_at <= clock_timestamp()
       and ${isJudgeable}
     order by b.due_at
     limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Of the batches in doubt, only those that `doubts` names. */
export function lockDueBatches(tx: Tx, limit: number, doubts: readonly string[]) {
  return tx.query<DueBatch>(
    `select b.id, b.company_id, b.dispatch_id, b.strand, b.sender_id, s.sender_name, b.from_seq, b.to_seq, b.first_message_id, b.last_message_id,
       b.count, b.link_id, b.lane, b.traffic_type, b.attempt, b.doubts, b.state, b.waiting_for, b.held_since, d.text, d.special_content, d.channel_type, d.lifetime_seconds,
       d.status = 'STOPPED' as stopped, ${isHeld('$2')} as held, t.timezone, d.schedule_hours, d.schedule_days, t.give_up_at,
       t.give_up_at is null and t.eligible_at is not null and d.schedule_start_at is null as bounded,
       ${isOpen('l')} as link_up, l.rate_per_second, b.hops, b.elsewhere, (${OTHER_LINK}) as other_link_id,
       ${isCode} as is_code, b.month::text as month, b.part_micros, b.begun_at
     from batches b join dispatches d on d.id = b.dispatch_id join senders s on s.id = b.sender_id join companies c on c.id = b.company_id
     join operator_links l on l.id = b.link_id join strands t on t.dispatch_id = b.dispatch_id and t.strand = b.strand
     cross join evidence_marks e
     where b.state in (0, 2) and b.due_at <= clock_timestamp() and ${isJudgeable}
       and (b.waiting_for is distinct from 'doubt' or b.id = any($3))
     order by b.due_at
     limit $1
     for update of b skip locked`,
    [limit, tx.now, doubts],
  );
}

export type Requeue = {
  id: string;
  state: number;
  attempt: number;
  waitingFor: string | null;
  heldSince: Date | null;
  waitMs: number | null;
  /** The link it goes over, or waits for. */
  linkId: number;
  /** Counts as handed over now. */
  handedOver: boolean;
};

export async function requeueBatches(tx: Tx, rows: readonly Requeue[]): Promise<void> {
  await tx.query(
    `update batches b
     set state = u.state,
       attempt = u.attempt,
       waiting_for = u.waiting_for,
       held_since = u.held_since,
       due_at = clock_timestamp() + u.wait_ms * interval '1 millisecond',
       expires_at = case when u.handed_over then $8::timestamptz + ${lifetimeOf} end,
       hops = b.hops + case when u.state = 0 and (u.link_id <> b.link_id or b.elsewhere) then 1 else 0 end,
       elsewhere = b.elsewhere and u.state <> 0,
       doubt_link_id = case when b.waiting_for = 'doubt' then coalesce(b.doubt_link_id, b.link_id) else b.doubt_link_id end,
       link_id = u.link_id
     from unnest($1::uuid[], $2::smallint[], $3::smallint[], $4::text[], $5::timestamptz[], $6::int[], $7::boolean[], $9::int[])
       as u(id, state, attempt, waiting_for, held_since, wait_ms, handed_over, link_id), dispatches d
     where b.id = u.id and d.id = b.dispatch_id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.state),
      rows.map((row) => row.attempt),
      rows.map((row) => row.waitingFor),
      rows.map((row) => row.heldSince),
      rows.map((row) => row.waitMs),
      rows.map((row) => row.handedOver),
      tx.now,
      rows.map((row) => row.linkId),
    ],
  );
}

/** Over each of these links the next batch in doubt may be sent again after the wait. */
export async function delayResends(
  tx: Tx,
  delays: readonly { readonly linkId: number; readonly waitMs: number }[],
): Promise<void> {
  if (delays.length === 0) return;
  await tx.query(
    `insert into link_resends (link_id, next_at)
     select u.link_id, clock_timestamp() + u.wait_ms * interval '1 millisecond'
     from unnest($1::int[], $2::int[]) as u(link_id, wait_ms)
     on conflict (link_id) do update set next_at = excluded.next_at`,
    [delays.map(({ linkId }) => linkId), delays.map(({ waitMs }) => waitMs)],
  );
}
