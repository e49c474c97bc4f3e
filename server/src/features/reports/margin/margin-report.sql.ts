import type { MarginCell, MarginDimension } from '@volley/domain/money/margin.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** Days (Europe/Moscow), both included. */
export type MarginFilter = {
  readonly from: string;
  readonly to: string;
  readonly linkId?: number;
  readonly companyId?: number;
  readonly channelType?: ChannelType;
};

const KEYS: Readonly<Record<MarginDimension, string>> = {
  day: 'd.day::text',
  link: 'd.link_id::text',
  channel: 'd.channel_type',
  company: 'd.company_id::text',
};

/** By row, day and currency: amounts of different days have different rates. */
export function selectMarginCells(tx: Tx, by: MarginDimension, filter: MarginFilter): Promise<MarginCell[]> {
  const { from, to, linkId = null, companyId = null, channelType = null } = filter;
  return tx.query<MarginCell>(
    `select ${KEYS[by]} as key,
       d.day::text as day,
       d.currency,
       sum(d.messages)::double precision as messages,
       sum(d.revenue_micros)::bigint as "revenueMicros",
       sum(d.costed)::double precision as costed,
       sum(d.cost_micros)::bigint as "costMicros"
     from margin_days d
     where d.day between $1::date and $2::date
       and ($3::integer is null or d.link_id = $3)
       and ($4::integer is null or d.company_id = $4)
       and ($5::text is null or d.channel_type = $5)
     group by 1, 2, 3
     order by 1, 2, 3`,
    [from, to, linkId, companyId, channelType],
  );
}

export type Named = { readonly id: number; readonly name: string };

export function selectLinkNames(tx: Tx): Promise<Named[]> {
  return tx.query<Named>(
    `select id, name
     from operator_links
     order by name`,
  );
}

export function selectCompanyNames(tx: Tx, ids: readonly number[]): Promise<Named[]> {
  return tx.query<Named>(
    `select id, name
     from companies
     where id = any($1::int[])`,
    [ids],
  );
}
