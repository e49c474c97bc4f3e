import type { PassedBecause } from '@volley/domain/links/link-order.ts';
import type { TrafficType } from '@volley/domain/money/tariff.ts';
import type { CascadeCondition } from '@volley/domain/sending/cascade.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { WAITS_FOR_ROUTE } from '../../messages/waits-for-route.sql.ts';
import { routeWaitEnds } from '../../queue/strands/route-wait.sql.ts';
import { type MessageListRow, readable, SHOWN, SHOWN_INBOUND } from './message-rows.sql.ts';
import { QueryParameters } from './message-selection.sql.ts';

/** SQL: a single message begins to wait when it comes; those of a dispatch fail together. */
const WAIT_BEGAN = `case when d.kind = 'SEND' then greatest(t.margin_since, m.created_at) else t.margin_since end`;

export type CardRow = {
  kind: 'PARTNER' | 'MESSAGING' | 'SEND';
  account_id: number | null;
  strand: number;
  /** Brand of the strand, which selects the tariff. */
  tariff_brand: number;
  sender_id: number;
  sender_brand: string;
  sender_ids: number[];
  routing: 'fallback' | 'strict';
  traffic_type: TrafficType;
  claimed_traffic_type: TrafficType | null;
  template_id: number | null;
  tags: string[] | null;
  sending_method: string;
  started_at: Date | null;
  starts_at: Date | null;
  read_status: number | null;
  read_known_at: Date | null;
  cascade_root: string | null;
  cascade_step: number | null;
  cascade: readonly { condition: CascadeCondition; channelType: string; senderName: string }[] | null;
  callback_endpoint_id: number | null;
  callback_url: string | null;
  callback_events: string[];
  is_text_removed: boolean;
  provider_code: string | null;
  /** It waits for a route since then; null: it does not. */
  route_wait_since: Date | null;
  route_wait_ends: Date | null;
  /** Of its batch; null: not claimed yet, or no longer stored. */
  hops: number | null;
  choice: { readonly passed?: readonly { readonly because: PassedBecause }[] } | null;
};

/** The row of the message list: an outbound message or a reply. */
export async function findListed(tx: Tx, partnerId: number, id: string): Promise<MessageListRow | undefined> {
  const parameters = new QueryParameters();
  const [uuid, partner] = [parameters.value(id), parameters.value(partnerId)];
  const rows = await tx.query<MessageListRow>(
    readable(
      `select ${SHOWN}
       from messages m
       join dispatches d on d.id = m.dispatch_id
       where m.id = ${uuid}
         and d.partner_id = ${partner}
       union all
       select ${SHOWN_INBOUND}
       from inbound_messages i
       join companies o on o.id = i.company_id
       where i.id = ${uuid}
         and o.partner_id = ${partner}`,
      '',
    ),
    parameters.values,
  );
  return rows[0];
}

export async function findCard(tx: Tx, id: string): Promise<CardRow | undefined> {
  const rows = await tx.query<CardRow>(
    `select
       d.kind,
       m.account_id,
       m.strand,
       t.route as tariff_brand,
       m.sender_id,
       s.brand as sender_brand,
       d.sender_ids,
       c.routing,
       t.traffic_type,
       m.claimed_traffic_type,
       m.template_id,
       coalesce(m.tags, d.tags) as tags,
       d.sending_method,
       d.started_at,
       coalesce(t.start_at, d.schedule_start_at) as starts_at,
       m.read_status,
       m.read_at as read_known_at,
       m.cascade_root,
       m.cascade_step,
       m.cascade,
       d.callback_endpoint_id,
       e.url as callback_url,
       d.callback_events,
       exists (
         select
         from text_removals r
         where r.dispatch_id = d.id
           and m.seq <= r.up_to_seq) as is_text_removed,
       m.provider_code,
       case when ${WAITS_FOR_ROUTE} then greatest(t.margin_since, m.created_at) end as route_wait_since,
       case when ${WAITS_FOR_ROUTE} then ${routeWaitEnds(WAIT_BEGAN)} end as route_wait_ends,
       b.hops,
       b.choice
     from messages m
     join dispatches d on d.id = m.dispatch_id
     join companies c on c.id = m.company_id
     join senders s on s.id = m.sender_id
     join strands t on t.dispatch_id = m.dispatch_id
       and t.strand = m.strand
     left join callback_endpoints e on e.id = d.callback_endpoint_id
     left join lateral (
       select k.hops, k.choice
       from batches k
       where k.dispatch_id = m.dispatch_id
         and k.strand = m.strand
         and k.to_seq >= m.seq
         and k.from_seq <= m.seq
       order by k.to_seq
       limit 1) b on true
     where m.id = $1`,
    [id],
  );
  return rows[0];
}

export type CandidateRow = { id: number; senderName: string; brand: string };

/** Sender names of the dispatch in its order; for a single message, the company's registrations of the same name. */
export function selectCandidates(tx: Tx, { senderIds, senderId }: { senderIds: readonly number[]; senderId: number }) {
  return tx.query<CandidateRow>(
    `select s.id, s.sender_name as "senderName", s.brand
     from senders own
     join senders s on s.company_id = own.company_id
       and s.channel_type = own.channel_type
       and (s.id = any($1::int[]) or (cardinality($1::int[]) = 0 and s.sender_name = own.sender_name))
     where own.id = $2
     order by array_position($1::int[], s.id), s.id
     limit 20`,
    [senderIds, senderId],
  );
}

export type CascadeRow = { id: string; step: number; channel_type: string; sender_name: string; status: number };

export function selectCascade(tx: Tx, root: string) {
  return tx.query<CascadeRow>(
    `select m.id, m.cascade_step::int as step, d.channel_type, s.sender_name, m.status
     from messages m
     join dispatches d on d.id = m.dispatch_id
     join senders s on s.id = m.sender_id
     where m.cascade_root = $1
     order by m.cascade_step`,
    [root],
  );
}

export type ShortLinkRow = { code: string; url: string; clicks: number; first_click_at: Date | null };

/** Counts clicks of people; crawlers and repeats are excluded. */
export function selectShortLinks(tx: Tx, id: string) {
  return tx.query<ShortLinkRow>(
    `select l.code, l.url, count(k.code)::int as clicks, min(k.at) as first_click_at
     from short_links l
     left join link_clicks k on k.code = l.code
       and k.verdict = 'human'
     where l.message_id = $1
     group by l.code, l.url, l.created_at
     order by l.created_at, l.code`,
    [id],
  );
}
