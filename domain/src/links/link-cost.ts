// Compares the prices of links in one currency, that of most of them.
import type { Convert } from '../money/exchange-rate.ts';
import type { Price } from './link-margin.ts';

/** `price`: null if the link has none. */
export type PricedLink = { readonly linkId: number; readonly price: Price | null };

export type ComparedCosts = {
  readonly compare: (one: PricedLink, other: PricedLink) => number;
  /** A price could not be converted, because no exchange rate is known. */
  readonly isPartial: boolean;
};

/** Link id → price in the common currency; null: it has no rate. Links without a price are absent. */
type Costs = ReadonlyMap<number, bigint | null>;

/**
 * The cheapest link first, then links whose price has no exchange rate, then links without a price. `preferred`: the
 * currency to compare in, unless more prices can be converted to another.
 */
export function compareCosts(
  links: readonly PricedLink[],
  preferred: string | undefined,
  convert: Convert,
): ComparedCosts {
  const priced = links.flatMap(({ linkId, price }) => (price === null ? [] : [{ linkId, price }]));
  const currencies = new Set(priced.map(({ price }) => price.currency));
  const inCurrency = (to: string): Costs =>
    new Map(priced.map(({ linkId, price }) => [linkId, convert(price.micros, price.currency, to) ?? null]));
  const ordered = [...currencies].toSorted((one, other) => (one < other ? -1 : 1));
  const [first = new Map(), ...others] = [...(preferred === undefined ? [] : [preferred]), ...ordered].map(inCurrency);
  const costs = others.reduce((best, next) => (known(next) > known(best) ? next : best), first);
  return {
    compare: (one, other) => byCost(costs, one, other),
    isPartial: known(costs) < costs.size,
  };
}

const known = (costs: Costs): number => [...costs.values()].filter((cost) => cost !== null).length;

function byCost(costs: Costs, one: PricedLink, other: PricedLink): number {
  const [a, b] = [costs.get(one.linkId), costs.get(other.linkId)];
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : Number(a > b);
  return rankOf(a) - rankOf(b);
}

function rankOf(cost: bigint | null | undefined): number {
  if (cost === undefined) return 2;
  return cost === null ? 1 : 0;
}
