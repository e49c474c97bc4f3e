import type { LinkMode } from '@volley/domain/links/link-order.ts';
import type { Protocol } from '@volley/domain/links/provider-protocol.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { SpecialContent } from '../batches/batch.ts';
import { isHeld } from './held.sql.ts';

const PACER_LOCK = 7_700_010;

/** At most one pacer claims batches at a time; the others wait to take over. */
export async function tryPacerLock(tx: Tx): Promise<boolean> {
  const rows = await tx.planned<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [PACER_LOCK]);
  return rows[0]?.locked ?? false;
}

export type OpenLink = {
  id: number;
  protocol: Protocol;
  /** Messages per second of each account. Null: the usual rate of the protocol. */
  account_rate: number | null;
  channel_type: string;
  brands: number[];
  rate_per_second: number | null;
  window_size: number;
  /** Messages claimed or in flight on the link. */
  outstanding: bigint;
  is_degraded: boolean;
};

/** The function reads links, and the messages of all partners on them, in the transaction of any partner. */
export function selectOpenLinks(tx: Tx) {
  return tx.planned<OpenLink>(
    `select id,
       protocol,
       account_rate,
       channel_type,
       brands,
       rate_per_second,
       window_size,
       is_degraded,
       outstanding
     from open_links()`,
  );
}

export type DueStrand = {
  dispatch_id: number;
  strand: number;
  company_id: number;
  sender_id: number;
  sender_name: string;
  /** The link at whose provider the sender name has an account. */
  account_link_id: number | null;
  channel_type: string;
  brand: number;
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
  /** Null: the home country. */
  country: string | null;
  link_mode: LinkMode;
  currency: string;
  /** Price of a part for the client; null while unknown. */
  paid_micros: bigint | null;
  margin_since: Date | null;
};

/** SQL: price for the client of a part of the messages of the strand `t`. */
export const paidMicros = 'coalesce(t.part_micros, t.amount_micros / nullif(t.parts, 0))';

/** SQL: messages of the dispatch `d` are codes of the verifier. */
export const isCode = `d.sending_method in ('VERIFIER_API', 'VERIFIER_WIDGET')`;

/** `accountLinkId`: 0 for sender names without an account. */
export type Sendable = { readonly channelType: string; readonly brand: number; readonly accountLinkId: number };

const sendable = bulkColumns({ channelType: 'text', brand: 'smallint', accountLinkId: 'int' }, 3);
const LOCK_DUE_STRANDS = `
  select t.dispatch_id,
    t.strand,
    t.company_id,
    t.sender_id,
    s.sender_name,
    a.link_id as account_link_id,
    t.channel_type,
    t.route as brand,
    t.traffic_type,
    t.lane,
    t.timezone,
    t.last_seq,
    t.cursor_seq,
    t.held_since,
    d.text,
    d.lifetime_seconds,
    d.first_message_id,
    d.last_message_id,
    d.schedule_start_at,
    d.schedule_hours,
    d.schedule_days,
    t.start_at,
    t.give_up_at,
    d.kind,
    d.special_content,
    ${isHeld('$1')} as held,
    s.date_from,
    ${isCode} as is_code,
    t.month::text as month,
    t.part_micros,
    t.country,
    c.link_mode,
    p.currency,
    ${paidMicros} as paid_micros,
    t.margin_since
  from strands t
  join dispatches d on d.id = t.dispatch_id
  join senders s on s.id = t.sender_id
  join companies c on c.id = t.company_id
  join partners p on p.id = c.partner_id
  left join sender_accounts a on a.sender_id = t.sender_id
  where t.runnable
    and t.next_at <= $1
    and d.status = 'STARTED'
    and (t.channel_type, t.route, coalesce(a.link_id, 0)) in (select * from ${sendable.as('u')})
    and (t.give_up_at is null or t.give_up_at > $1)
    and t.month is not null
  order by t.next_at
  limit $2
  for update of t skip locked`;

/** Only these. Strands that lack money are skipped; expired strands are left to the sweeper. */
export function lockDueStrands(tx: Tx, wanted: readonly Sendable[], limit: number) {
  return tx.planned<DueStrand>(LOCK_DUE_STRANDS, [tx.now, limit, ...sendable.values(wanted)]);
}
