// Changes of the margin report, booked in the transaction that moves messages or learns a cost. A message counts on the
// day of its hand-over, with its cost as far as it is known. Its revenue follows when its price is final.
import type { Tx } from '../../../platform/database/database.ts';
import type { MovedRow } from '../../messages/move-messages.sql.ts';
import type { ProgressedDispatch } from '../../queue/strands/progress.sql.ts';
import { addMargins, type MarginDelta } from './margin-days.sql.ts';

export const NOTHING_ADDED = { messages: 0, revenueMicros: 0n, costed: 0, costMicros: 0n };
/** Stands for an unknown link in the key. */
export const NO_LINK = 0;

export async function bookMargins(tx: Tx, deltas: readonly MarginDelta[]): Promise<void> {
  const rows = [...Map.groupBy(deltas, keyOf).values()].flatMap(summed);
  if (rows.length > 0) await addMargins(tx, rows);
}

/** A message that opens a package earns the price of the package. */
export function deltasOfMoves(dispatch: ProgressedDispatch, rows: readonly MovedRow[]): MarginDelta[] {
  return rows.flatMap((row): MarginDelta[] => {
    const { sent_day: day, was_sent: isNew, cost_currency: costCurrency } = row;
    if (day === null) return [];
    const { company_id: companyId, channel_type: channelType, currency } = dispatch;
    const place = { day, companyId, linkId: row.link_id ?? NO_LINK, channelType };
    const earned = {
      ...NOTHING_ADDED,
      messages: isNew ? row.messages : 0,
      revenueMicros: row.price_micros + (isNew ? row.package_micros : 0n),
    };
    const charged = { ...NOTHING_ADDED, costed: row.costed, costMicros: row.cost_micros };
    return [
      { ...place, currency, ...earned },
      ...(isNew ? [{ ...place, currency: costCurrency ?? currency, ...charged }] : []),
    ];
  });
}

const keyOf = ({ day, companyId, linkId, channelType, currency }: MarginDelta) =>
  [day, companyId, linkId, channelType, currency].join();

/** Empty: the changes cancel each other. */
function summed(deltas: readonly MarginDelta[]): MarginDelta[] {
  const [first] = deltas;
  if (first === undefined) return [];
  const sum = deltas.reduce(
    (total, { messages, revenueMicros, costed, costMicros }) => ({
      messages: total.messages + messages,
      revenueMicros: total.revenueMicros + revenueMicros,
      costed: total.costed + costed,
      costMicros: total.costMicros + costMicros,
    }),
    NOTHING_ADDED,
  );
  const isEmpty = sum.messages === 0 && sum.revenueMicros === 0n && sum.costed === 0 && sum.costMicros === 0n;
  return isEmpty ? [] : [{ ...first, ...sum }];
}
