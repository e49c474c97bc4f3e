// Allocates the free credit of links to strands. Lanes in order: urgent, normal, bulk. Within a lane the companies
// share the credit of a link fairly.

import { takesName } from '@volley/domain/links/link-choice.ts';
import type { Protocol } from '@volley/domain/links/provider-protocol.ts';
import { allocateFairly } from '@volley/domain/sending/fair-share.ts';
import type { OfferedLink, StoredChoice } from './known-routes.ts';

export type AllocatableStrand = {
  readonly companyId: number;
  readonly channelType: string;
  readonly brand: number;
  /** The link at whose provider the sender name has an account. */
  readonly accountLinkId: number | null;
  readonly lane: number;
  readonly waiting: number;
};
export type CreditedLink = {
  readonly id: number;
  readonly protocol: Protocol;
  readonly channelType: string;
  readonly brands: readonly number[];
  readonly credit: number;
  /** Its credit while it carries nothing. */
  readonly capacity?: number;
  readonly isDegraded?: boolean;
};
/** `linkId.lane` → company id → messages that earlier rounds owe the company. */
export type Deficits = Map<string, Map<number, number>>;

export type Allocation<T> = {
  readonly strand: T;
  readonly linkId: number;
  readonly take: number;
  readonly choice: StoredChoice | null;
};

/** unrouted: the link with the most credit takes the strand. waits: no link takes it now. */
export type Routed =
  | 'unrouted'
  | 'waits'
  | { readonly linkId: number; readonly choice: StoredChoice; readonly limit?: number };
export type StrandRouter<T> = (strand: T, links: readonly OfferedLink[]) => Routed;

const LANES = [0, 1, 2];
/** Strands share a link whose credit is used up in this round, so that companies are served fairly. */
const FREE_MIN = 0.01;

type Assigned<T> = Omit<Allocation<T>, 'take'> & { readonly waiting: number };

export function allocateCredit<T extends AllocatableStrand>(
  links: readonly CreditedLink[],
  strands: readonly T[],
  deficits: Deficits,
  route?: StrandRouter<T>,
): Allocation<T>[] {
  const credit = new Map(links.map((link) => [link.id, link.credit]));
  const byLink = Map.groupBy(assignLinks(links, strands, route), ({ linkId }) => linkId);
  const allocations: Allocation<T>[] = [];
  for (const [linkId, assigned] of byLink) {
    for (const lane of LANES) {
      const inLane = assigned.filter(({ strand }) => strand.lane === lane);
      if (inLane.length === 0) continue;
      const key = `${linkId}.${lane}`;
      const owed = deficits.get(key) ?? new Map<number, number>();
      deficits.set(key, owed);
      const allocated = allocateLane(inLane, credit.get(linkId) ?? 0, owed);
      credit.set(linkId, (credit.get(linkId) ?? 0) - allocated.reduce((sum, { take }) => sum + take, 0));
      allocations.push(...allocated);
    }
  }
  return allocations;
}

/**
 * A strand goes over the link that its route names. Without routes it goes to the link of its brand and sender name
 * with the most credit left: two links of one operator share the load.
 */
function assignLinks<T extends AllocatableStrand>(
  links: readonly CreditedLink[],
  strands: readonly T[],
  route: StrandRouter<T> | undefined,
): Assigned<T>[] {
  const load = new Map<number, number>();
  const left = (link: CreditedLink) => link.credit - (load.get(link.id) ?? 0);
  return strands.flatMap((strand) => {
    const own = links.filter((link) => isLinkOf(strand, link));
    const routed = route?.(strand, offered(own, left)) ?? 'unrouted';
    if (routed === 'waits') return [];
    const [most] = own.filter(({ credit }) => credit > 0).toSorted((a, b) => left(b) - left(a));
    const linkId = routed === 'unrouted' ? most?.id : routed.linkId;
    if (linkId === undefined) return [];
    const { choice, limit = strand.waiting } = routed === 'unrouted' ? { choice: null } : routed;
    const waiting = Math.min(strand.waiting, limit);
    load.set(linkId, (load.get(linkId) ?? 0) + waiting);
    return [{ strand, linkId, choice, waiting }];
  });
}

function offered(links: readonly CreditedLink[], left: (link: CreditedLink) => number): OfferedLink[] {
  return links.map((link) => {
    const { id, credit, capacity = credit, isDegraded = false } = link;
    const room = left(link);
    return { id, isDegraded, room, free: credit > 0 ? Math.max(room / capacity, FREE_MIN) : 0 };
  });
}

const isLinkOf = ({ channelType, brand, accountLinkId }: AllocatableStrand, link: CreditedLink): boolean =>
  link.channelType === channelType && link.brands.includes(brand) && takesName(link, accountLinkId);

function allocateLane<T extends AllocatableStrand>(
  assigned: readonly Assigned<T>[],
  credit: number,
  owed: Map<number, number>,
): Allocation<T>[] {
  if (credit < 1) return [];
  const companies = Map.groupBy(assigned, ({ strand }) => strand.companyId);
  const queues = [...companies].map(([key, own]) => ({
    key,
    wanting: own.reduce((sum, { waiting }) => sum + waiting, 0),
  }));
  const shares = allocateFairly(queues, credit, owed);
  return [...companies].flatMap(([companyId, own]) => splitShare(own, shares.get(companyId) ?? 0));
}

/** Splits the share of a company evenly over its strands. */
function splitShare<T extends AllocatableStrand>(assigned: readonly Assigned<T>[], share: number): Allocation<T>[] {
  const allocations: Allocation<T>[] = [];
  let left = share;
  let open = assigned.length;
  for (const { waiting, ...allocation } of assigned.toSorted((a, b) => a.waiting - b.waiting)) {
    const take = Math.min(waiting, Math.ceil(left / open));
    if (take > 0) allocations.push({ ...allocation, take });
    left -= take;
    open -= 1;
  }
  return allocations;
}
