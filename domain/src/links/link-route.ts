// Routes of links: priority, weight and price of the messages to a brand or a country. Staff set them; a link without a
// route has the defaults.

export const PRIORITY_DEFAULT = 100;
export const WEIGHT_DEFAULT = 100;

/** A route names a brand, a country, or neither: then it holds for every message of its link. */
export type LinkRoute = {
  readonly linkId: number;
  readonly brand: number | null;
  readonly country: string | null;
  /** Category under which the provider charges; null: a route that chooses links. */
  readonly category: string | null;
  /** Links of the lowest number come first. */
  readonly priority: number;
  /** Share of the messages among links of one priority. */
  readonly weight: number;
  /** Price that the provider charges for a part; null: unknown. */
  readonly priceMicros: bigint | null;
  readonly currency: string | null;
  readonly validFromMs: number;
};

/** `country`: null for the home country. */
export type Destination = { readonly brand: number; readonly country: string | null };

/**
 * The most specific route that is valid: of the brand, then of the country, then for all. A later one replaces it.
 * `category`: null for the routes that choose links.
 */
export function routeFor(
  routes: readonly LinkRoute[],
  { brand, country }: Destination,
  nowMs: number,
  category: string | null = null,
): LinkRoute | undefined {
  let best: LinkRoute | undefined;
  for (const route of routes) {
    if (route.validFromMs > nowMs || route.category !== category) continue;
    if (route.brand !== null && route.brand !== brand) continue;
    if (route.country !== null && route.country !== country) continue;
    if (best === undefined || isBefore(best, route)) best = route;
  }
  return best;
}

const specificity = ({ brand, country }: LinkRoute) => (brand === null ? 0 : 2) + (country === null ? 0 : 1);

function isBefore(known: LinkRoute, other: LinkRoute): boolean {
  const difference = specificity(other) - specificity(known);
  return difference > 0 || (difference === 0 && other.validFromMs > known.validFromMs);
}
