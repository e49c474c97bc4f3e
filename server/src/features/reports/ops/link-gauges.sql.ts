import { ACCOUNT_PROTOCOLS } from '@volley/domain/links/link-choice.ts';
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { ChannelMessages } from './margin-waits.sql.ts';

export type LinkCount = {
  readonly channelType: string;
  readonly brand: number;
  /** Enabled and not paused. */
  readonly links: number;
  /** Of these, links that take messages now. */
  readonly open: number;
};

export function countLinks(tx: Tx): Promise<LinkCount[]> {
  return tx.query<LinkCount>(
    `select
       l.channel_type as "channelType",
       u.brand,
       count(*)::integer as links,
       count(*) filter (where l.bound and l.lease_until > clock_timestamp())::integer as open
     from operator_links l
     cross join unnest(l.brands) as u(brand)
     where l.enabled
       and not l.paused
     group by 1, 2`,
  );
}

/** SQL: no open link takes the messages of a sender name of this channel and brand. */
const noLink = (channelType: string, brand: string, senderId: string) => `not exists (
         select
         from operator_links l
         left join sender_accounts a on a.sender_id = ${senderId}
         where l.channel_type = ${channelType}
           and ${brand} = any(l.brands)
           and l.enabled
           and not l.paused
           and l.bound
           and l.lease_until > clock_timestamp()
           and coalesce(a.link_id = l.id, l.protocol <> all('{${ACCOUNT_PROTOCOLS.join()}}')))`;

const UNLINKED = `
  select w.channel_type as "channelType", sum(w.messages)::float8 as messages
  from (
    select t.channel_type, t.last_seq - t.cursor_seq as messages
    from strands t
    join dispatches d on d.id = t.dispatch_id
    where t.runnable
      and t.next_at <= $1
      and d.status = 'STARTED'
      and ${noLink('t.channel_type', 't.route', 't.sender_id')}
    union all
    select t.channel_type, b.count
    from batches b
    join strands t on t.dispatch_id = b.dispatch_id
      and t.strand = b.strand
    where b.state = ${BATCH_STATES.waiting}
      and b.waiting_for = 'link'
      and ${noLink('t.channel_type', 't.route', 'b.sender_id')}
  ) w
  group by 1`;

/** Messages that are due and that no open link takes, by channel. */
export function countUnlinked(tx: Tx): Promise<ChannelMessages[]> {
  return tx.query<ChannelMessages>(UNLINKED, [tx.now]);
}
