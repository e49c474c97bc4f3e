// Routes the strands of one round of the pacer.
import type { LinkMode } from '@volley/domain/links/link-order.ts';
import type { AllocatableStrand, StrandRouter } from './allocate-credit.ts';
import { type OfferedLink, type RouteChooser, storedChoice } from './known-routes.ts';

type RoutableStrand = AllocatableStrand & {
  readonly country: string | null;
  readonly link_mode: LinkMode;
  readonly currency: string;
  readonly paid_micros: bigint | null;
};

/** `atLoss`: strands for which only links at a loss are left. */
export function routeStrands<T extends RoutableStrand>(
  choose: RouteChooser,
): { readonly route: StrandRouter<T>; readonly atLoss: readonly T[] } {
  const atLoss: T[] = [];
  const route: StrandRouter<T> = (strand, links) => {
    const { brand, country, lane, link_mode: mode, paid_micros: micros, currency } = strand;
    const choice = choose(links, {
      brand,
      country,
      lane,
      mode,
      paid: micros === null ? null : { micros, currency },
      messages: Math.max(1, Math.min(strand.waiting, roomOf(links))),
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

/** Messages that one round can send. A degraded link earns its probes with the messages of the others. */
function roomOf(links: readonly OfferedLink[]): number {
  const healthy = links.filter(({ isDegraded }) => !isDegraded);
  return Math.max(...(healthy.length === 0 ? links : healthy).map(({ room = 0 }) => room));
}
