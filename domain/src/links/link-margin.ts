// The margin guard compares the price of a link with what the client pays for the same part.
import type { Convert } from '../money/exchange-rate.ts';

export type Price = { readonly micros: bigint; readonly currency: string };

/** unknown: the prices cannot be compared, because a price or the rate of their currencies is missing. */
export type Margin = 'covered' | 'loss' | 'unknown';

/** `cost`: null if the link has no price. Then nothing is compared. */
export function marginOf(cost: Price | null, paid: Price | null, convert: Convert): Margin {
  if (cost === null) return 'covered';
  const costMicros = paid === null ? undefined : convert(cost.micros, cost.currency, paid.currency);
  if (paid === null || costMicros === undefined) return 'unknown';
  return costMicros > paid.micros ? 'loss' : 'covered';
}
