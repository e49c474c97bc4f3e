// Allocates the free credit of links to strands. Lanes in order: urgent, normal, bulk. Within a lane the companies
// share the credit of a link fairly.
import { allocateFairly } from '@volley/domain/sending/fair-share.ts';
import { takesName } from '@volley/domain/sending/link-choice.ts';
import type { Protocol } from '@volley/domain/sending/provider-protocol.ts';

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
};
/** `linkId.lane` → company id → messages that earlier rounds owe the company. */
export type Deficits = Map<string, Map<number, number>>;

export type Allocation<T> = { readonly strand: T; readonly linkId: number; readonly take: number };

const LANES = [0, 1, 2];

export function allocateCredit<T extends AllocatableStrand>(
  links: readonly CreditedLink[],
  strands: readonly T[],
  deficits: Deficits,
): Allocation<T>[] {
  const credit = new Map(links.map((link) => [link.id, link.credit]));
  const byLink = Map.groupBy(assignLinks(links, strands), ({ linkId }) => linkId);
  const allocations: Allocation<T>[] = [];
  for (const [linkId, assigned] of byLink) {
    for (const lane of LANES) {
      const inLane = assigned.filter(({ strand }) => strand.lane === lane).map(({ strand }) => strand);
      if (inLane.length === 0) continue;
      const key = `${linkId}.${lane}`;
      const owed = deficits.get(key) ?? new Map<number, number>();
      deficits.set(key, owed);
      const allocated = allocateLane(linkId, inLane, credit.get(linkId) ?? 0, owed);
      credit.set(linkId, (credit.get(linkId) ?? 0) - allocated.reduce((sum, { take }) => sum + take, 0));
      allocations.push(...allocated);
    }
  }
  return allocations;
}

/**
 * Each strand goes to the link of its brand and sender name with the most credit left: two links of one operator share
 * the load.
 */
function assignLinks<T extends AllocatableStrand>(
  links: readonly CreditedLink[],
  strands: readonly T[],
): { strand: T; linkId: number }[] {
  const load = new Map<number, number>();
  return strands.flatMap((strand) => {
    const [best] = links
      .filter((link) => link.credit > 0 && isLinkOf(strand, link))
      .toSorted((a, b) => b.credit - (load.get(b.id) ?? 0) - (a.credit - (load.get(a.id) ?? 0)));
    if (best === undefined) return [];
    load.set(best.id, (load.get(best.id) ?? 0) + strand.waiting);
    return [{ strand, linkId: best.id }];
  });
}

const isLinkOf = ({ channelType, brand, accountLinkId }: AllocatableStrand, link: CreditedLink): boolean =>
  link.channelType === channelType && link.brands.includes(brand) && takesName(link, accountLinkId);

function allocateLane<T extends AllocatableStrand>(
  linkId: number,
  strands: readonly T[],
  credit: number,
  owed: Map<number, number>,
): Allocation<T>[] {
  if (credit < 1) return [];
  const companies = Map.groupBy(strands, (strand) => strand.companyId);
  const queues = [...companies].map(([key, own]) => ({
    key,
    wanting: own.reduce((sum, strand) => sum + strand.waiting, 0),
  }));
  const shares = allocateFairly(queues, credit, owed);
  return [...companies].flatMap(([companyId, own]) => splitShare(linkId, own, shares.get(companyId) ?? 0));
}

/** Splits the share of a company evenly over its strands. */
function splitShare<T extends AllocatableStrand>(
  linkId: number,
  strands: readonly T[],
  share: number,
): Allocation<T>[] {
  const allocations: Allocation<T>[] = [];
  let left = share;
  let open = strands.length;
  for (const strand of strands.toSorted((a, b) => a.waiting - b.waiting)) {
    const take = Math.min(strand.waiting, Math.ceil(left / open));
    if (take > 0) allocations.push({ strand, linkId, take });
    left -= take;
    open -= 1;
  }
  return allocations;
}
