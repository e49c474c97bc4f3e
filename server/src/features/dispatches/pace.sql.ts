import type { Tx } from '../../platform/database.ts';
import type { SpecialContent } from './batch.ts';
import { isHeld } from './held.ts';

const PACER_LOCK = 7_700_010;

/** One pacer deals at a time; the others stand by and take over when it is gone. */
export async function tryPacerLock(tx: Tx): Promise<boolean> {
  const rows = await tx.planned<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [PACER_LOCK]);
  return rows[0]?.locked ?? false;
}

export type OpenLink = {
  id: number;
  channel_type: string;
  brands: number[];
  rate_per_second: number | null;
  window_size: number;
  outstanding: bigint;
};

/** Bound links that are not paused, with what is claimed or in flight on them. */
export function selectOpenLinks(tx: Tx) {
  return tx.planned<OpenLink>(
    `select l.id, l.channel_type, l.brands, l.rate_per_second, l.window_size, coalesce(o.outstanding, 0) as outstanding
     from operator_links l
     left join (select link_id, sum(count) as outstanding from batches where state in (0, 1) group by link_id) o on o.link_id = l.id
     where l.enabled and not l.paused and l.bound and l.lease_until > clock_timestamp()`,
  );
}

export type DueStrand = {
  dispatch_id: number;
  strand: number;
  company_id: number;
  sender_id: number;
  sender_name: string;
  channel_type: string;
  route: number;
  traffic_type: string;
  lane: number;
  timezone: string;
  last_seq: number;
  cursor_seq: number;
  held_since: Date | null;
  text: string;
  lifetime_seconds: number | null;
  special_content: SpecialContent | null;
  first_message_id: string;
  last_message_id: string;
  schedule_start_at: Date | null;
  schedule_hours: number[] | null;
  schedule_days: number[] | null;
  start_at: Date | null;
  give_up_at: Date | null;
  kind: string;
  held: boolean;
  date_from: Date;
  is_code: boolean;
  /** The month of its reserve. */
  month: string;
  part_micros: bigint | null;
};

/** SQL: messages of the dispatch `d` are codes of the verifier. */
export const isCode = `d.sending_method in ('VERIFIER_API', 'VERIFIER_WIDGET')`;

/** Of these routes only. What waits for money is left out; what is to be given up by now is the sweeper's. */
export function lockDueStrands(
  tx: Tx,
  routes: readonly { readonly channelType: string; readonly route: number }[],
  limit: number,
) {
  return tx.planned<DueStrand>(
    `select t.dispatch_id, t.strand, t.company_id, t.sender_id, s.sender_name, t.channel_type, t.route, t.traffic_type, t.lane, t.timezone, t.last_seq,
       t.cursor_seq, t.held_since, d.text, d.lifetime_seconds, d.first_message_id, d.last_message_id, d.schedule_start_at, d.schedule_hours, d.schedule_days, t.start_at, t.give_up_at, d.kind, d.special_content,
       ${isHeld('$1')} as held, s.date_from, ${isCode} as is_code,
       t.month::text as month, t.part_micros
     from strands t join dispatches d on d.id = t.dispatch_id join senders s on s.id = t.sender_id join companies c on c.id = t.company_id
     where t.runnable and t.next_at <= $1 and d.status = 'STARTED' and (t.channel_type, t.route) in (select * from unnest($3::text[], $4::smallint[]))
       and (t.give_up_at is null or t.give_up_at > $1)
       and t.month is not null
     order by t.next_at limit $2 for update of t skip locked`,
    [tx.now, limit, routes.map(({ channelType }) => channelType), routes.map(({ route }) => route)],
  );
}
