// The charge of the provider for a message. The provider's own word comes first: an amount, a category that has a price
// in the routes of the link, or that the message is free. Otherwise the price of the link's route counts, for each
// part. A cost that none of them tells is unknown; it is never estimated.
import { type Destination, type LinkRoute, routeFor } from '../links/link-route.ts';
import type { Micros } from './money.ts';

/** `currency`: null for a message that the provider does not charge. */
export type MessageCost = { readonly micros: Micros; readonly currency: string | null };

/** The provider's word, as reports store it: amounts are texts, because JSON has no whole numbers of this size. */
export type SaidCost =
  /** Not charged, or the charge was given back. */
  | { readonly kind: 'free' }
  | { readonly kind: 'amount'; readonly micros: string; readonly currency: string }
  /** Charged by the price of a category. */
  | { readonly kind: 'category'; readonly category: string };

export type PartCost = { readonly partMicros: Micros; readonly currency: string };

/** Undefined: no route of the link that was valid at this time has a price. */
export function partCostOf(
  routes: readonly LinkRoute[],
  destination: Destination,
  sentMs: number,
  category: string | null = null,
): PartCost | undefined {
  const own = category === null ? undefined : pricedRoute(routes, destination, sentMs, category);
  const route = own ?? pricedRoute(routes, destination, sentMs, null);
  return route && { partMicros: route.priceMicros, currency: route.currency };
}

type PricedRoute = { readonly priceMicros: Micros; readonly currency: string };

function pricedRoute(
  routes: readonly LinkRoute[],
  destination: Destination,
  sentMs: number,
  category: string | null,
): PricedRoute | undefined {
  const { priceMicros, currency } = routeFor(routes, destination, sentMs, category) ?? NO_PRICE;
  return priceMicros === null || currency === null ? undefined : { priceMicros, currency };
}

const NO_PRICE = { priceMicros: null, currency: null };

export type CostedMessage = Destination & { readonly sentMs: number; readonly parts: number };

/** Undefined: the word tells no cost, so the known cost stays. */
export function costBySaid(
  said: SaidCost,
  message: CostedMessage,
  routes: readonly LinkRoute[],
): MessageCost | undefined {
  switch (said.kind) {
    case 'free':
      return { micros: 0n, currency: null };
    case 'amount':
      return { micros: BigInt(said.micros), currency: said.currency };
    case 'category': {
      const cost = partCostOf(routes, message, message.sentMs, said.category);
      return cost && { micros: cost.partMicros * BigInt(message.parts), currency: cost.currency };
    }
  }
}

/** Of several words about one message: a charge outweighs a report that there was none. */
export const heavierSaid = (one: SaidCost | undefined, other: SaidCost): SaidCost =>
  one === undefined || one.kind === 'free' ? other : one;
