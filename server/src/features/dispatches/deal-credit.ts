// Pure dealing: which strand may send how much over which link now. Urgent strands come before normal
// ones and those before bulk; within a lane the companies share a link's credit fairly.
import { dealFairly } from '@volley/domain/fair-share.ts';

export type Dealable = {
  readonly companyId: number;
  readonly channelType: string;
  readonly route: number;
  readonly lane: number;
  readonly waiting: number;
};
export type CreditedLink = {
  readonly id: number;
  readonly channelType: string;
  readonly brands: readonly number[];
  readonly credit: number;
};
/** What a company was owed when the last deal did not come out even, per link and lane. */
export type Deficits = Map<string, Map<number, number>>;

export type Deal<T> = { readonly strand: T; readonly linkId: number; readonly take: number };

const LANES = [0, 1, 2];
const EVEN_WEIGHT = 1;

export function dealCredit<T extends Dealable>(
  links: readonly CreditedLink[],
  strands: readonly T[],
  deficits: Deficits,
): Deal<T>[] {
  const credit = new Map(links.map((link) => [link.id, link.credit]));
  const byLink = Map.groupBy(assignLinks(links, strands), ({ linkId }) => linkId);
  const deals: Deal<T>[] = [];
  for (const [linkId, assigned] of byLink) {
    for (const lane of LANES) {
      const inLane = assigned.filter(({ strand }) => strand.lane === lane).map(({ strand }) => strand);
      if (inLane.length === 0) continue;
      const key = `${linkId}.${lane}`;
      const owed = deficits.get(key) ?? new Map<number, number>();
      deficits.set(key, owed);
      const dealt = dealLane(linkId, inLane, credit.get(linkId) ?? 0, owed);
      credit.set(linkId, (credit.get(linkId) ?? 0) - dealt.reduce((sum, deal) => sum + deal.take, 0));
      deals.push(...dealt);
    }
  }
  return deals;
}

/** Every strand goes to the link of its route with the most credit left, so that two links of one operator share. */
function assignLinks<T extends Dealable>(
  links: readonly CreditedLink[],
  strands: readonly T[],
): { strand: T; linkId: number }[] {
  const load = new Map<number, number>();
  return strands.flatMap((strand) => {
    const [best] = links
      .filter(
        (link) => link.credit > 0 && link.channelType === strand.channelType && link.brands.includes(strand.route),
      )
      .toSorted((a, b) => b.credit - (load.get(b.id) ?? 0) - (a.credit - (load.get(a.id) ?? 0)));
    if (best === undefined) return [];
    load.set(best.id, (load.get(best.id) ?? 0) + strand.waiting);
    return [{ strand, linkId: best.id }];
  });
}

function dealLane<T extends Dealable>(
  linkId: number,
  strands: readonly T[],
  credit: number,
  owed: Map<number, number>,
): Deal<T>[] {
  if (credit < 1) return [];
  const companies = Map.groupBy(strands, (strand) => strand.companyId);
  const queues = [...companies].map(([key, own]) => ({
    key,
    weight: EVEN_WEIGHT,
    wanting: own.reduce((sum, strand) => sum + strand.waiting, 0),
  }));
  const shares = dealFairly(queues, credit, owed);
  return [...companies].flatMap(([companyId, own]) => splitShare(linkId, own, shares.get(companyId) ?? 0));
}

/** A company's share goes to its strands in turn, evenly. */
function splitShare<T extends Dealable>(linkId: number, strands: readonly T[], share: number): Deal<T>[] {
  const deals: Deal<T>[] = [];
  let left = share;
  let open = strands.length;
  for (const strand of strands.toSorted((a, b) => a.waiting - b.waiting)) {
    const take = Math.min(strand.waiting, Math.ceil(left / open));
    if (take > 0) deals.push({ strand, linkId, take });
    left -= take;
    open -= 1;
  }
  return deals;
}
