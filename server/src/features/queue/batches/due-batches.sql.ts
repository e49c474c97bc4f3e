// Due batches: selects the batches to decide now.

import { ACCOUNT_PROTOCOLS } from '@volley/domain/links/link-choice.ts';
import type { LinkMode } from '@volley/domain/links/link-order.ts';
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isHeld } from '../pacing/held.sql.ts';
import { isCode, paidMicros } from '../pacing/pace.sql.ts';
import type { SpecialContent } from './batch.ts';
import type { BatchPlace } from './batches.sql.ts';

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
  /** It may wait for at most a week; otherwise until its `give_up_at` or schedule ends. */
  bounded: boolean;
  held: boolean;
  link_up: boolean | null;
  rate_per_second: number | null;
  hops: number;
  /** Its link has used up its tries for the remaining messages. */
  elsewhere: boolean;
  /** Open links of its channel, brand and sender name except its own, in random order. */
  other_link_ids: number[];
  brand: number;
  country: string | null;
  link_mode: LinkMode;
  currency: string;
  paid_micros: bigint | null;
  is_code: boolean;
  /** The month of its reserve; null without a reserve. */
  month: string | null;
  part_micros: bigint | null;
  begun_at: Date | null;
};

/** SQL: the link with this alias takes messages. */
const isOpen = (link: string) =>
  `${link}.enabled and not ${link}.paused and ${link}.bound and ${link}.lease_until > clock_timestamp()`;

/** SQL: the link with this alias takes messages of the sender name of the batch `b`; see `takesName`. */
const takesName = (link: string) =>
  `coalesce(
         (select a.link_id = ${link}.id from sender_accounts a where a.sender_id = b.sender_id),
         ${link}.protocol <> all('{${ACCOUNT_PROTOCOLS.join()}}')
       )`;

/**
 * SQL: the open links other than `b.link_id` and those that have given its messages up, for the channel, brand and
 * sender name of the strand `t`.
 */
const OTHER_LINKS = `
       select o.id
       from operator_links o
       where o.id <> b.link_id
         and o.id <> all(coalesce(b.tried_links, '{}'))
         and o.channel_type = t.channel_type
         and t.route = any(o.brands)
         and ${isOpen('o')}
         and ${takesName('o')}`;

/** Bulk batches leave a link after this downtime, batches of the other lanes at once. */
const BULK_PATIENCE_MS = 5_000;
const BULK_LANE = 2;

const RESCHEDULE_STRANDED = `
  update batches b
  set due_at = clock_timestamp()
  from operator_links l, strands t
  where l.id = b.link_id
    and not (${isOpen('l')})
    and t.dispatch_id = b.dispatch_id
    and t.strand = b.strand
    and b.state = ${BATCH_STATES.claimed}
    and b.due_at > clock_timestamp()
    and (
      b.lane < $1
      or coalesce(l.down_since, l.lease_until, '-infinity')
        < clock_timestamp() - $2 * interval '1 millisecond'
    )
    and exists (${OTHER_LINKS}
    )`;

/** Makes claimed batches due whose link is down while another link could take them. */
export async function rescheduleStranded(tx: Tx): Promise<void> {
  await tx.planned(RESCHEDULE_STRANDED, [BULK_LANE, BULK_PATIENCE_MS]);
}

/** After the second doubt a message counts as handed over and waits for its receipt. */
export const RESENDS_MAX = 1;

/** Bulk batches in doubt decided per link and round. Most of them are with the operator and are not sent again. */
const DOUBTS_PER_LINK = 10;

/**
 * SQL: the batches in doubt that can be decided now: all outcomes and receipts up to their deadline are read. Bulk
 * batches that may be sent again come in portions, oldest first, and not while `link_resends` delays their link.
 * All doubts share one ranking: with 2,700 of them, a subquery per doubt took ten seconds. The oldest receipt is no
 * minimum: PostgreSQL takes a minimum from an index only where the table has no policy.
 */
const DECIDABLE = `
  evidence as materialized (
    select e.outcomes_read_at,
      coalesce(
        (select r.due_at from receipts r where r.tries = 0 order by r.due_at limit 1),
        'infinity'
      ) as receipts_read_to
    from evidence_marks e
  ),
  doubts as materialized (
    select b.id,
      b.link_id,
      b.due_at,
      b.lane = ${BULK_LANE} and b.doubts <= ${RESENDS_MAX} and d.status <> 'STOPPED' as paced
    from batches b
    join dispatches d on d.id = b.dispatch_id
    cross join evidence e
    where b.state = ${BATCH_STATES.waiting}
      and b.waiting_for = 'doubt'
      and b.due_at <= clock_timestamp()
      and b.due_at <= e.outcomes_read_at
      and b.due_at < e.receipts_read_to
  ),
  decidable as materialized (
    select r.id, r.due_at
    from (
      select u.*, row_number() over (partition by u.link_id, u.paced order by u.due_at, u.id) as place
      from doubts u
    ) r
    where not r.paced
      or r.place <= ${DOUBTS_PER_LINK}
        and not exists (
          select
          from link_resends x
          where x.link_id = r.link_id
            and x.next_at > clock_timestamp()
        )
  )`;

/** Bulk batches in doubt are sent again one per link at a time. */
export const isPacedDoubt = ({ waiting_for: waitingFor, lane, doubts }: DueBatch): boolean =>
  waitingFor === 'doubt' && lane === BULK_LANE && doubts <= RESENDS_MAX;

/** Batches in doubt that can be decided now. */
export async function selectDueDoubts(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.planned<{ id: string }>(
    `with ${DECIDABLE}
     select id
     from decidable
     order by due_at
     limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

const LOCK_DUE_BATCHES = `
  with ${DECIDABLE}
  select b.id,
    b.company_id,
    b.dispatch_id,
    b.strand,
    b.sender_id,
    s.sender_name,
    b.from_seq,
    b.to_seq,
    b.first_message_id,
    b.last_message_id,
    b.count,
    b.link_id,
    b.lane,
    b.traffic_type,
    b.attempt,
    b.doubts,
    b.state,
    b.waiting_for,
    b.held_since,
    d.text,
    d.special_content,
    d.channel_type,
    d.lifetime_seconds,
    d.status = 'STOPPED' as stopped,
    ${isHeld('$2')} as held,
    t.timezone,
    d.schedule_hours,
    d.schedule_days,
    t.give_up_at,
    t.give_up_at is null and t.eligible_at is not null and d.schedule_start_at is null as bounded,
    ${isOpen('l')} and ${takesName('l')} as link_up,
    l.rate_per_second,
    b.hops,
    b.elsewhere,
    array(${OTHER_LINKS}
       order by random()
    ) as other_link_ids,
    t.route as brand,
    t.country,
    c.link_mode,
    p.currency,
    ${paidMicros} as paid_micros,
    ${isCode} as is_code,
    b.month::text as month,
    b.part_micros,
    b.begun_at
  from batches b
  join dispatches d on d.id = b.dispatch_id
  join senders s on s.id = b.sender_id
  join companies c on c.id = b.company_id
  join partners p on p.id = c.partner_id
  join operator_links l on l.id = b.link_id
  join strands t on t.dispatch_id = b.dispatch_id
    and t.strand = b.strand
  where b.state in (${BATCH_STATES.claimed}, ${BATCH_STATES.waiting})
    and b.due_at <= clock_timestamp()
    and (
      b.waiting_for is distinct from 'doubt'
      or b.id = any($3) and b.id in (select id from decidable)
    )
  order by b.due_at
  limit $1
  for update of b skip locked`;

/** Locks due batches; batches in doubt only if `doubts` names them. */
export function lockDueBatches(tx: Tx, limit: number, doubts: readonly string[]) {
  return tx.planned<DueBatch>(LOCK_DUE_BATCHES, [limit, tx.now, doubts]);
}
