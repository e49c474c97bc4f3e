// The margin guard compares the price of a link with what the client pays for the same part.

export type Price = { readonly micros: bigint; readonly currency: string };

/** unknown: the prices cannot be compared, because a price is missing or the currencies differ. */
export type Margin = 'covered' | 'loss' | 'unknown';

/** `cost`: null if the link has no price. Then nothing is compared. */
export function marginOf(cost: Price | null, paid: Price | null): Margin {
  if (cost === null) return 'covered';
  if (paid === null || paid.currency !== cost.currency) return 'unknown';
  return cost.micros > paid.micros ? 'loss' : 'covered';
}
