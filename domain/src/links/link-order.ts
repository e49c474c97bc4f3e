// Chooses one of several open links for messages to the same destination. Lowest priority first; inside a priority by
// the mode of the company. A degraded link is the last choice and gets one message in fifty as a probe. A link that
// charges more than the client pays is left out, except for urgent messages.
import { type Convert, converterAt } from '../money/exchange-rate.ts';
import { compareCosts } from './link-cost.ts';
import { type LinkFigures, wilsonLowerBound } from './link-figures.ts';
import { type Margin, marginOf, type Price } from './link-margin.ts';
import { type LinkRoute, PRIORITY_DEFAULT, WEIGHT_DEFAULT } from './link-route.ts';

export const LINK_MODES = ['balanced', 'cost', 'quality', 'conversion'] as const;
export type LinkMode = (typeof LINK_MODES)[number];

export const CHOSEN_BY = [
  'only',
  'priority',
  'weight',
  'cost',
  'quality',
  'conversion',
  'explore',
  'probe',
  'failover',
] as const;
export type ChosenBy = (typeof CHOSEN_BY)[number];
export const PASSED_BECAUSE = ['degraded', 'margin', 'busy', 'down', 'tries'] as const;
export type PassedBecause = (typeof PASSED_BECAUSE)[number];
/** Reasons that partners see. The prices of links are hidden from them. */
export const PARTNER_REASONS = ['degraded', 'busy', 'down', 'tries'] as const satisfies readonly PassedBecause[];
export type PartnerReason = (typeof PARTNER_REASONS)[number];

/** Each reason once. */
export function partnerReasons(passed: readonly { readonly because: PassedBecause }[]): PartnerReason[] {
  return PARTNER_REASONS.filter((reason) => passed.some(({ because }) => because === reason));
}

export type LinkCandidate = {
  readonly linkId: number;
  /** Undefined: the defaults. */
  readonly route: LinkRoute | undefined;
  /** Free part of its credit, 0 to 1. A link without credit passes its messages on. */
  readonly free: number;
  readonly isDegraded: boolean;
  readonly figures: LinkFigures | undefined;
};

export type ChoiceTerms = {
  readonly mode: LinkMode;
  /** Price of a part for the client; null: unknown. */
  readonly paid: Price | null;
  /** Codes and transactions are sent even at a loss. */
  readonly isUrgent: boolean;
  readonly messages: number;
  /** A part of the messages may take another link. */
  readonly canSplit?: boolean;
  /** Exchange rates; absent: prices in different currencies are not compared, neither by the guard nor by `cost`. */
  readonly convert?: Convert;
};

export type PassedLink = { readonly linkId: number; readonly because: PassedBecause };

export type LinkChoice = {
  readonly linkId: number;
  readonly by: ChosenBy;
  /** Links that would have come first or shared the messages. */
  readonly passed: readonly PassedLink[];
  readonly margin: Margin;
  /** Prices of the links could not all be compared, because an exchange rate is missing. */
  readonly isUncompared?: true;
  /** A probe takes at most this number of messages. */
  readonly limit?: number;
};

/** margin: only links that charge more than the client pays are left. */
export type Choice = LinkChoice | 'margin' | undefined;

/** Memory of a process between choices, and its source of random numbers from 0 to 1. */
export type ChoiceMemory = {
  /** Ids of the links of a choice → messages that each is owed. */
  readonly owed: Map<string, Map<number, number>>;
  /** Link id → probes that a degraded link is owed. */
  readonly probes: Map<number, number>;
  readonly random: () => number;
};

export const newChoiceMemory = (random: () => number): ChoiceMemory => ({
  owed: new Map(),
  probes: new Map(),
  random,
});

const PROBE_SHARE = 1 / 50;
/** Bounds the probes of a link that is rarely a candidate. */
const PROBES_MAX = 50;
const EXPLORED_SHARE = 0.05;
const SHARE_TOLERANCE = 0.05;
/** A link with fewer results is not yet measured. */
const MEASURED_FROM = 100;
const OWED_KEYS_MAX = 1_000;

const WITHOUT_RATES = converterAt([], 0);

type Judged = LinkCandidate & { readonly price: Price | null; readonly margin: Margin };

export function chooseLink(candidates: readonly LinkCandidate[], terms: ChoiceTerms, memory: ChoiceMemory): Choice {
  const { paid, convert = WITHOUT_RATES } = terms;
  const judged = candidates.map((candidate) => {
    const price = priceOf(candidate);
    return { ...candidate, price, margin: marginOf(price, paid, convert) };
  });
  const allowed = terms.isUrgent ? judged : judged.filter(({ margin }) => margin !== 'loss');
  if (allowed.length === 0) return judged.length === 0 ? undefined : 'margin';
  const free = allowed.filter((candidate) => candidate.free > 0);
  const healthy = free.filter(({ isDegraded }) => !isDegraded);
  const probe = healthy.length === 0 ? undefined : dueProbe(free, terms, memory);
  if (probe !== undefined) return probe;
  const pool = first(healthy.length === 0 ? free : healthy);
  const picked = pickBy(pool, terms, memory);
  if (picked === undefined) return undefined;
  const { link, by, ...compared } = picked;
  const rest = judged.filter((candidate) => !pool.includes(candidate) && priorityOf(candidate) <= priorityOf(link));
  const passed = rest.map((candidate) => ({ linkId: candidate.linkId, because: becauseOf(candidate, terms) }));
  return { linkId: link.linkId, by: judged.length === 1 ? 'only' : by, passed, margin: link.margin, ...compared };
}

const priorityOf = ({ route }: LinkCandidate) => route?.priority ?? PRIORITY_DEFAULT;
const weightOf = ({ route }: LinkCandidate) => route?.weight ?? WEIGHT_DEFAULT;

function priceOf({ route }: LinkCandidate): Price | null {
  if (route === undefined || route.priceMicros === null || route.currency === null) return null;
  return { micros: route.priceMicros, currency: route.currency };
}

function becauseOf({ margin, isDegraded }: Judged, { isUrgent }: ChoiceTerms): PassedBecause {
  if (margin === 'loss' && !isUrgent) return 'margin';
  return isDegraded ? 'degraded' : 'busy';
}

function first<T extends LinkCandidate>(candidates: readonly T[]): T[] {
  const lowest = Math.min(...candidates.map(priorityOf));
  return candidates.filter((candidate) => priorityOf(candidate) === lowest);
}

/** Degraded links earn probes with the messages of the other links; a link that has earned a probe gets it next. */
function dueProbe(free: readonly Judged[], terms: ChoiceTerms, { probes }: ChoiceMemory): LinkChoice | undefined {
  const { messages, canSplit = false } = terms;
  for (const { linkId, isDegraded } of free) if (!isDegraded) probes.delete(linkId);
  const degraded = free.filter(({ isDegraded }) => isDegraded);
  const earnedBy = ({ linkId }: Judged) => probes.get(linkId) ?? 0;
  const due = degraded.find((link) => earnedBy(link) >= (canSplit ? 1 : messages));
  if (due !== undefined) {
    const limit = Math.min(Math.floor(earnedBy(due)), messages);
    probes.set(due.linkId, earnedBy(due) - limit);
    return { linkId: due.linkId, by: 'probe', passed: [], margin: due.margin, limit };
  }
  for (const link of degraded) probes.set(link.linkId, Math.min(earnedBy(link) + messages * PROBE_SHARE, PROBES_MAX));
  return undefined;
}

type Picked = (Pick<LinkChoice, 'isUncompared'> & { readonly link: Judged; readonly by: ChosenBy }) | undefined;

function pickBy(pool: readonly Judged[], terms: ChoiceTerms, memory: ChoiceMemory): Picked {
  const { mode, messages } = terms;
  const [only] = pool;
  if (only === undefined) return undefined;
  if (pool.length === 1) return { link: only, by: 'priority' };
  if (mode === 'balanced') return { link: byWeight(pool, messages, memory), by: 'weight' };
  const { order, ...compared } = mode === 'cost' ? byCost(pool, terms) : { order: inOrder(pool, mode) };
  const [best = only, ...others] = order;
  const explored = toExplore(others, mode, memory.random);
  return { ...(explored === undefined ? { link: best, by: mode } : { link: explored, by: 'explore' }), ...compared };
}

/** Each link earns its share of the messages and pays for those that it gets; the link that is owed most is next. */
function byWeight(pool: readonly Judged[], messages: number, { owed }: ChoiceMemory): Judged {
  const key = pool.map(({ linkId }) => linkId).join();
  if (owed.size > OWED_KEYS_MAX) owed.clear();
  const balance = owed.get(key) ?? new Map<number, number>();
  owed.set(key, balance);
  const total = pool.reduce((sum, link) => sum + weightOf(link) * link.free, 0);
  let [best] = pool as [Judged, ...Judged[]]; // the caller checked its length
  for (const link of pool) {
    const share = total === 0 ? 1 / pool.length : (weightOf(link) * link.free) / total;
    balance.set(link.linkId, (balance.get(link.linkId) ?? 0) + messages * share);
    if ((balance.get(link.linkId) ?? 0) > (balance.get(best.linkId) ?? 0)) best = link;
  }
  balance.set(best.linkId, (balance.get(best.linkId) ?? 0) - messages);
  return best;
}

function inOrder(pool: readonly Judged[], mode: 'quality' | 'conversion'): Judged[] {
  if (mode === 'quality') return pool.toSorted((one, other) => byQuality(one, other));
  return pool.toSorted((one, other) => conversionOf(other) - conversionOf(one));
}

/** The cheapest of the links that deliver well. Their prices are compared in the currency that the client pays in. */
function byCost(pool: readonly Judged[], { paid, convert = WITHOUT_RATES }: ChoiceTerms) {
  const worst = Math.max(...pool.map(shareOf)) - SHARE_TOLERANCE;
  const isGood = (link: Judged) => shareOf(link) >= worst;
  const { compare, isPartial } = compareCosts(pool.filter(isGood), paid?.currency, convert);
  const order = pool.toSorted(
    (one, other) => Number(isGood(other)) - Number(isGood(one)) || (isGood(one) ? compare(one, other) : 0),
  );
  return { order, ...(isPartial && { isUncompared: true as const }) };
}

const shareOf = ({ figures }: LinkCandidate) =>
  figures === undefined ? 0 : wilsonLowerBound(figures.delivered, figures.results);

const conversionOf = ({ figures }: LinkCandidate) =>
  figures === undefined ? 0 : wilsonLowerBound(figures.codesEntered, figures.codesSent);

/** Shares that differ by less than a point are equal: then the faster link comes first. */
function byQuality(one: LinkCandidate, other: LinkCandidate): number {
  const points = (link: LinkCandidate) => Math.round(shareOf(link) * 100);
  const time = (link: LinkCandidate) => link.figures?.medianReceiptMs ?? Number.MAX_SAFE_INTEGER;
  return points(other) - points(one) || time(one) - time(other);
}

/**
 * conversion tries every link. The other modes try only links with few results: a measured link that comes second is
 * known to be worse.
 */
function toExplore(others: readonly Judged[], mode: LinkMode, random: () => number): Judged | undefined {
  const open = mode === 'conversion' ? others : others.filter(({ figures }) => (figures?.results ?? 0) < MEASURED_FROM);
  if (open.length === 0 || random() >= EXPLORED_SHARE) return undefined;
  return open[Math.min(Math.floor(random() * open.length), open.length - 1)];
}
