import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type ConversionCounts = {
  /** Messages with codes. */
  readonly sent: number;
  readonly delivered: number;
  /** Codes entered, counted for the message that brought the code. */
  readonly entered: number;
  /** Codes that expired or whose checks were used up, counted for their last message. */
  readonly expired: number;
  /** Final prices. */
  readonly costMicros: bigint;
};

export type Conversion = ConversionCounts & {
  readonly gatewayId: string;
  readonly companyId: number;
  /** Of the sending, in Europe/Moscow. */
  readonly day: string;
  readonly channelType: string;
  /** Brand of a Russian number, else the country. */
  readonly operator: string;
};

const conversionColumns = bulkColumns({
  gatewayId: 'text',
  day: 'date',
  channelType: 'text',
  operator: 'text',
  companyId: 'int',
  sent: 'int',
  delivered: 'int',
  entered: 'int',
  expired: 'int',
  costMicros: 'bigint',
});
const ADD_CONVERSIONS = `insert into verification_conversions as c (
       profile_id, day, channel_type, operator, company_id, sent, delivered, entered, expired, cost_micros
     )
     select
       u.gateway_id, u.day, u.channel_type, u.operator, u.company_id,
       u.sent, u.delivered, u.entered, u.expired, u.cost_micros
     from ${conversionColumns.as('u')}
     order by u.gateway_id, u.day, u.channel_type, u.operator
     on conflict (profile_id, day, channel_type, operator)
     do update set
       sent = c.sent + excluded.sent,
       delivered = c.delivered + excluded.delivered,
       entered = c.entered + excluded.entered,
       expired = c.expired + excluded.expired,
       cost_micros = c.cost_micros + excluded.cost_micros`;

/** One row per profile, day, channel and operator. */
export async function addConversions(tx: Tx, rows: readonly Conversion[]): Promise<void> {
  if (rows.length > 0) await tx.query(ADD_CONVERSIONS, conversionColumns.values(rows));
}

export type ConversionFilter = {
  readonly companyId?: number;
  readonly gatewayId?: string;
  /** Days (Europe/Moscow) such as 2026-11-15, both included. */
  readonly from: string;
  readonly to: string;
};

const ROWS_MAX = 10_000;

/** Newest day first, at most 10,000 rows. */
export function selectConversions(
  tx: Tx,
  filter: ConversionFilter,
): Promise<(Conversion & { readonly currency: string })[]> {
  return tx.query<Conversion & { readonly currency: string }>(
    `select
       c.profile_id as "gatewayId",
       c.company_id as "companyId",
       c.day::text as day,
       c.channel_type as "channelType",
       c.operator,
       c.sent,
       c.delivered,
       c.entered,
       c.expired,
       c.cost_micros as "costMicros",
       p.currency
     from verification_conversions c
     join companies o on o.id = c.company_id
     join partners p on p.id = o.partner_id
     where c.day between $1 and $2
       and ($3::integer is null or c.company_id = $3)
       and ($4::text is null or c.profile_id = $4)
     order by c.day desc, c.profile_id, c.channel_type, c.operator
     limit ${ROWS_MAX}`,
    [filter.from, filter.to, filter.companyId ?? null, filter.gatewayId ?? null],
  );
}
