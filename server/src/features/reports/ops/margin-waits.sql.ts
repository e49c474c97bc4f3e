import type { Tx } from '../../../platform/database/database.ts';
import { paidMicros } from '../../queue/pacing/pace.sql.ts';
import { routeWaitEnds } from '../../queue/strands/route-wait.sql.ts';

export type MarginWaitRow = {
  readonly companyId: number;
  readonly companyName: string;
  readonly dispatchId: number;
  readonly dispatchName: string;
  readonly channelType: string;
  readonly senderName: string;
  readonly brand: number;
  readonly country: string | null;
  readonly accountLinkId: number | null;
  readonly messages: number;
  readonly since: Date;
  readonly endsAt: Date;
  readonly paidMicros: bigint | null;
  readonly currency: string;
};

/** Oldest first. */
export function selectMarginWaits(tx: Tx, limit: number): Promise<MarginWaitRow[]> {
  return tx.query<MarginWaitRow>(
    `select
       t.company_id as "companyId",
       c.name as "companyName",
       t.dispatch_id as "dispatchId",
       d.name as "dispatchName",
       t.channel_type as "channelType",
       s.sender_name as "senderName",
       t.route as brand,
       t.country,
       a.link_id as "accountLinkId",
       t.last_seq - t.cursor_seq as messages,
       t.margin_since as since,
       ${routeWaitEnds('t.margin_since')} as "endsAt",
       ${paidMicros} as "paidMicros",
       p.currency
     from strands t
     join dispatches d on d.id = t.dispatch_id
     join senders s on s.id = t.sender_id
     join companies c on c.id = t.company_id
     join partners p on p.id = c.partner_id
     left join sender_accounts a on a.sender_id = t.sender_id
     where t.margin_since is not null
       and t.runnable
     order by t.margin_since, t.dispatch_id, t.strand
     limit $1`,
    [limit],
  );
}

export type ChannelMessages = { readonly channelType: string; readonly messages: number };

/** Messages that wait for their margin, by channel. */
export function countMarginWaits(tx: Tx): Promise<ChannelMessages[]> {
  return tx.query<ChannelMessages>(
    `select channel_type as "channelType", sum(last_seq - cursor_seq)::float8 as messages
     from strands
     where margin_since is not null
       and runnable
     group by channel_type`,
  );
}
