import type { MarginSum } from '@volley/domain/money/margin.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** A change of the sums of a day. `linkId`: 0 where the link is unknown. */
export type MarginDelta = MarginSum & {
  readonly day: string;
  readonly companyId: number;
  readonly linkId: number;
  readonly channelType: string;
  readonly currency: string;
};

const deltas = bulkColumns({
  day: 'date',
  companyId: 'int',
  linkId: 'int',
  channelType: 'text',
  currency: 'text',
  messages: 'bigint',
  revenueMicros: 'bigint',
  costed: 'bigint',
  costMicros: 'bigint',
});
/** In the order of the key: two transactions lock common rows in one order. */
const ADD_MARGINS = `
  insert into margin_days (${deltas.names})
  select ${deltas.names}
  from ${deltas.as('u')}
  order by day, company_id, link_id, channel_type, currency
  on conflict (day, company_id, link_id, channel_type, currency)
  do update
  set messages = margin_days.messages + excluded.messages,
    revenue_micros = margin_days.revenue_micros + excluded.revenue_micros,
    costed = margin_days.costed + excluded.costed,
    cost_micros = margin_days.cost_micros + excluded.cost_micros`;

/** At most one row per key. */
export async function addMargins(tx: Tx, rows: readonly MarginDelta[]): Promise<void> {
  await tx.planned(ADD_MARGINS, deltas.values(rows));
}
