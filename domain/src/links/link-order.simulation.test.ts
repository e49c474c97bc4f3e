// 100,000 messages per mode in a simulated world: links deliver with a given probability, and the figures that the
// choice reads follow a thousand messages behind.
import { expect, test } from 'vitest';
import { figuresKey } from './link-figures.ts';
import { type ChoiceTerms, chooseLink, type LinkCandidate, type LinkMode, newChoiceMemory } from './link-order.ts';
import type { LinkRoute } from './link-route.ts';

const MESSAGES = 100_000;
const FIGURES_EVERY = 1_000;

type World = { readonly linkId: number; readonly route: Partial<LinkRoute>; readonly chance: (at: number) => number };

/** Random numbers from a seed, so that a run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const constant = (chance: number) => () => chance;

type Result = { readonly good: boolean; readonly at: number };

function candidateOf({ linkId, route }: World, results: readonly Result[], given: Partial<LinkCandidate>) {
  const good = results.filter((result) => result.good).length;
  const figures = {
    results: results.length,
    delivered: good,
    medianReceiptMs: null,
    codesSent: results.length,
    codesEntered: good,
  };
  const defaults = { linkId, brand: null, country: null, category: null, priority: 1, weight: 1, validFromMs: 0 };
  return {
    linkId,
    free: 1,
    isDegraded: false,
    route: { ...defaults, priceMicros: null, currency: null, ...route },
    figures,
    ...given,
  };
}

/** The messages that each link got, from message `from` on. */
function simulate(
  mode: LinkMode,
  links: readonly World[],
  {
    from = 0,
    given = () => ({}),
  }: { from?: number; given?: (linkId: number, at: number) => Partial<LinkCandidate> } = {},
): number[] {
  const random = seeded(7);
  const memory = newChoiceMemory(random);
  const terms: ChoiceTerms = { mode, paid: null, isUrgent: false, messages: 1 };
  const results = new Map<number, Result[]>(links.map(({ linkId }) => [linkId, []]));
  const counts = new Map<number, number>(links.map(({ linkId }) => [linkId, 0]));
  let candidates: LinkCandidate[] = [];
  for (let at = 0; at < MESSAGES; at += 1) {
    if (at % FIGURES_EVERY === 0) {
      // The figures hold the last tenth of the run, as the real ones hold the last hour.
      for (const [linkId, own] of results)
        results.set(
          linkId,
          own.filter((result) => result.at > at - MESSAGES / 10),
        );
      candidates = links.map((link) => candidateOf(link, results.get(link.linkId) ?? [], given(link.linkId, at)));
    }
    const choice = chooseLink(candidates, terms, memory);
    if (choice === undefined || choice === 'margin') throw new Error(`message ${at} found no link`);
    const world = links.find(({ linkId }) => linkId === choice.linkId);
    results.get(choice.linkId)?.push({ at, good: random() < (world?.chance(at) ?? 0) });
    if (at >= from) counts.set(choice.linkId, (counts.get(choice.linkId) ?? 0) + 1);
  }
  return [...counts.values()].map((count) => count / (MESSAGES - from));
}

const rubles = (price: number) => ({ priceMicros: BigInt(price * 1_000_000), currency: 'RUB' });

test('balanced shares the messages by weight', () => {
  const [one, two, three] = simulate('balanced', [
    { linkId: 1, route: { weight: 5 }, chance: constant(1) },
    { linkId: 2, route: { weight: 3 }, chance: constant(0.5) },
    { linkId: 3, route: { weight: 2 }, chance: constant(0.9) },
  ]);
  expect(one).toBeCloseTo(0.5, 3);
  expect(two).toBeCloseTo(0.3, 3);
  expect(three).toBeCloseTo(0.2, 3);
});

test('balanced gives a link with half of its credit free half of its weight', () => {
  const links = [1, 2].map((linkId) => ({ linkId, route: {}, chance: constant(1) }));
  const [one, two] = simulate('balanced', links, { given: (linkId) => ({ free: linkId === 1 ? 0.5 : 1 }) });
  expect(one).toBeCloseTo(1 / 3, 3);
  expect(two).toBeCloseTo(2 / 3, 3);
});

test('a degraded link gets one message in fifty', () => {
  const links = [1, 2].map((linkId) => ({ linkId, route: {}, chance: constant(1) }));
  const [one] = simulate('balanced', links, { given: (linkId) => ({ isDegraded: linkId === 1 }) });
  expect(one).toBeCloseTo(0.02, 3);
});

test('a degraded link gets its share again after its recovery', () => {
  const links = [1, 2].map((linkId) => ({ linkId, route: {}, chance: constant(1) }));
  const given = (linkId: number, at: number) => ({ isDegraded: linkId === 1 && at < MESSAGES / 2 });
  const [one] = simulate('balanced', links, { from: MESSAGES / 2, given });
  expect(one).toBeCloseTo(0.5, 2);
});

test('cost sends nearly all over the cheap link that delivers almost as well', () => {
  const [cheap] = simulate('cost', [
    { linkId: 1, route: rubles(2), chance: constant(0.95) },
    { linkId: 2, route: rubles(3), chance: constant(0.97) },
  ]);
  expect(cheap).toBeGreaterThan(0.9);
});

test('cost leaves the cheap link when it delivers much worse', () => {
  const [cheap] = simulate('cost', [
    { linkId: 1, route: rubles(2), chance: constant(0.8) },
    { linkId: 2, route: rubles(3), chance: constant(0.97) },
  ]);
  expect(cheap).toBeLessThan(0.1);
});

test('quality sends nearly all over the link that delivers best', () => {
  const [, better] = simulate('quality', [
    { linkId: 1, route: rubles(1), chance: constant(0.9) },
    { linkId: 2, route: rubles(9), chance: constant(0.95) },
  ]);
  expect(better).toBeGreaterThan(0.9);
});

test('conversion finds the better link and keeps 5 % for the others', () => {
  const [one, two] = simulate('conversion', [
    { linkId: 1, route: {}, chance: constant(0.5) },
    { linkId: 2, route: {}, chance: constant(0.6) },
  ]);
  expect(two).toBeGreaterThan(0.9);
  expect(one).toBeGreaterThan(0.045);
});

test('conversion follows when the better link becomes the worse link', () => {
  const half = MESSAGES / 2;
  const links = [
    { linkId: 1, route: {}, chance: (at: number) => (at < half ? 0.7 : 0.3) },
    { linkId: 2, route: {}, chance: constant(0.5) },
  ];
  const [, two] = simulate('conversion', links, { from: half + MESSAGES / 10 });
  expect(two).toBeGreaterThan(0.85);
});

test('conversion finds the better link of every operator and country', () => {
  const random = seeded(11);
  const memory = newChoiceMemory(random);
  const prefixes = [
    { brand: 1, country: null, chances: [0.7, 0.4] },
    { brand: 2, country: null, chances: [0.4, 0.7] },
    { brand: 0, country: 'KZ', chances: [0.3, 0.6] },
  ] as const;
  const results = new Map<string, Result[]>();
  const best = prefixes.map(() => 0);
  let [total, candidates] = [0, prefixes.map((): LinkCandidate[] => [])];
  for (let at = 0; at < MESSAGES; at += 1) {
    const place = at % prefixes.length;
    const prefix = prefixes[place] ?? prefixes[0];
    if (at % FIGURES_EVERY === 0)
      candidates = prefixes.map((own) =>
        [1, 2].map((linkId) =>
          candidateOf({ linkId, route: {}, chance: constant(0) }, results.get(figuresKey(linkId, own)) ?? [], {}),
        ),
      );
    const terms: ChoiceTerms = { mode: 'conversion', paid: null, isUrgent: true, messages: 1 };
    const choice = chooseLink(candidates[place] ?? [], terms, memory);
    if (choice === undefined || choice === 'margin') throw new Error(`message ${at} found no link`);
    const key = figuresKey(choice.linkId, prefix);
    const known = results.get(key) ?? [];
    known.push({ at, good: random() < (prefix.chances[choice.linkId - 1] ?? 0) });
    results.set(key, known);
    if (at < MESSAGES / 2) continue;
    if (place === 0) total += 1;
    const bestId = prefix.chances[0] > prefix.chances[1] ? 1 : 2;
    if (choice.linkId === bestId) best[place] = (best[place] ?? 0) + 1;
  }
  for (const count of best) expect(count / total).toBeGreaterThan(0.9);
});
