// Routes the strands of one round of the pacer.
import type { LinkMode } from '@volley/domain/sending/link-order.ts';
import type { AllocatableStrand, StrandRouter } from './allocate-credit.ts';
import { type RouteChooser, storedChoice } from './known-routes.ts';

type RoutableStrand = AllocatableStrand & {
  readonly country: string | null;
  readonly link_mode: LinkMode;
  readonly currency: string;
  readonly paid_micros: bigint | null;
};

/** Messages that a strand can send in one round, about. */
const ROUND_MESSAGES = 2_000;

/** `route`: undefined while no link has a route. `atLoss`: strands for which only links at a loss are left. */
export function routeStrands<T extends RoutableStrand>(
  choose: RouteChooser | undefined,
): { readonly route: StrandRouter<T> | undefined; readonly atLoss: readonly T[] } {
  const atLoss: T[] = [];
  if (choose === undefined) return { route: undefined, atLoss };
  const route: StrandRouter<T> = (strand, links) => {
    const { brand, country, lane, link_mode: mode, paid_micros: micros, currency } = strand;
    const choice = choose(links, {
      brand,
      country,
      lane,
      mode,
      paid: micros === null ? null : { micros, currency },
      messages: Math.min(strand.waiting, ROUND_MESSAGES),
      canSplit: true,
    });
    if (choice === 'unrouted') return choice;
    if (choice === 'margin') atLoss.push(strand);
    if (choice === 'margin' || choice === undefined) return 'waits';
    const { linkId, limit } = choice;
    return { linkId, choice: storedChoice(choice), ...(limit !== undefined && { limit }) };
  };
  return { route, atLoss };
}
