import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { converterAt } from '../money/exchange-rate.ts';
import type { LinkFigures } from './link-figures.ts';
import { type ChoiceTerms, chooseLink, type LinkCandidate, newChoiceMemory, partnerReasons } from './link-order.ts';
import { type LinkRoute, PRIORITY_DEFAULT, WEIGHT_DEFAULT } from './link-route.ts';

type Given = Partial<Omit<LinkCandidate, 'route' | 'figures'>> & {
  readonly route?: Partial<LinkRoute>;
  readonly figures?: Partial<LinkFigures>;
};

const NO_FIGURES: LinkFigures = { results: 0, delivered: 0, medianReceiptMs: null, codesSent: 0, codesEntered: 0 };

function link(linkId: number, { route, figures, ...given }: Given = {}): LinkCandidate {
  const defaults = {
    brand: null,
    country: null,
    category: null,
    priority: PRIORITY_DEFAULT,
    weight: WEIGHT_DEFAULT,
    validFromMs: 0,
  };
  return {
    linkId,
    free: 1,
    isDegraded: false,
    route: route && { ...defaults, linkId, priceMicros: null, currency: null, ...route },
    figures: figures && { ...NO_FIGURES, ...figures },
    ...given,
  };
}

const TERMS: ChoiceTerms = { mode: 'balanced', paid: null, isUrgent: false, messages: 1 };
const PAID = { micros: 5_000_000n, currency: 'RUB' };
const price = (rubles: number) => ({ priceMicros: BigInt(rubles * 1_000_000), currency: 'RUB' });
const choose = (links: readonly LinkCandidate[], terms: Partial<ChoiceTerms> = {}, random = () => 0.99) =>
  chooseLink(links, { ...TERMS, ...terms }, newChoiceMemory(random));

describe('candidates and priorities', () => {
  test.each([
    ['without a link there is no choice', [], undefined],
    ['a single link is the only choice', [link(1)], { linkId: 1, by: 'only' }],
    ['the lowest priority comes first', [link(1), link(2, { route: { priority: 1 } })], { linkId: 2, by: 'priority' }],
    [
      'a link without credit passes its messages to the next priority',
      [link(1), link(2, { route: { priority: 1 }, free: 0 })],
      { linkId: 1, by: 'priority', passed: [{ linkId: 2, because: 'busy' }] },
    ],
    [
      'a degraded link is the last choice',
      [link(1, { route: { priority: 1 }, isDegraded: true }), link(2)],
      { linkId: 2, by: 'priority', passed: [{ linkId: 1, because: 'degraded' }] },
    ],
    ['a degraded link is chosen when it is the only one', [link(1, { isDegraded: true })], { linkId: 1, by: 'only' }],
    ['links without credit wait', [link(1, { free: 0 })], undefined],
  ] as const)('%s', (_, links, expected) => {
    const choice = choose(links);
    if (expected === undefined) expect(choice).toBeUndefined();
    else expect(choice).toMatchObject(expected);
  });

  test('a worse priority is not named among the links that were passed over', () => {
    const links = [link(1, { route: { priority: 1 } }), link(2, { isDegraded: true }), link(3, { free: 0 })];
    expect(choose(links)).toMatchObject({ linkId: 1, passed: [] });
  });
});

describe('the margin guard', () => {
  const dear = link(1, { route: { priority: 1, ...price(6) } });
  const cheap = link(2, { route: { priority: 2, ...price(4) } });

  test('a link that costs more than the payment is skipped', () => {
    expect(choose([dear, cheap], { paid: PAID })).toMatchObject({
      linkId: 2,
      passed: [{ linkId: 1, because: 'margin' }],
    });
  });

  test('messages wait when every link costs more than the payment', () => {
    expect(choose([dear], { paid: PAID })).toBe('margin');
  });

  test('messages wait for a covered link that has no credit', () => {
    expect(choose([dear, { ...cheap, free: 0 }], { paid: PAID })).toBeUndefined();
  });

  test('urgent messages are sent at a loss', () => {
    expect(choose([dear, cheap], { paid: PAID, isUrgent: true })).toMatchObject({ linkId: 1, margin: 'loss' });
  });

  test.each([
    ['the payment is unknown', null],
    ['the currencies differ', { micros: 1n, currency: 'KZT' }],
  ])('the guard is off when %s', (_, paid) => {
    expect(choose([dear, cheap], { paid })).toMatchObject({ linkId: 1, margin: 'unknown' });
  });
});

describe('modes', () => {
  const good = { results: 10_000, delivered: 9_700, codesSent: 10_000, codesEntered: 6_000 };
  const near = { results: 10_000, delivered: 9_400, codesSent: 10_000, codesEntered: 5_000 };
  const bad = { results: 10_000, delivered: 8_000, codesSent: 10_000, codesEntered: 1_000 };

  test.each([
    ['cost', 'the cheapest within five points', [price(3), good], [price(2), near], 2],
    ['cost', 'not a cheap link below five points', [price(3), good], [price(2), bad], 1],
    ['cost', 'a known price before an unknown price', [{}, good], [price(9), good], 2],
    ['cost', 'the cheapest while no link is measured', [price(3), {}], [price(2), {}], 2],
    ['quality', 'the higher delivery share', [price(3), near], [price(9), good], 2],
    [
      'quality',
      'the faster of two equal shares',
      [{}, { ...good, medianReceiptMs: 900 }],
      [{}, { ...good, delivered: 9_698, medianReceiptMs: 300 }],
      2,
    ],
    ['conversion', 'the higher share of entered codes', [{}, near], [{}, good], 2],
  ] as const)('%s chooses %s', (mode, _, one, other, expected) => {
    const links = [link(1, { route: one[0], figures: one[1] }), link(2, { route: other[0], figures: other[1] })];
    expect(choose(links, { mode })).toMatchObject({ linkId: expected, by: mode });
  });

  describe('cost with prices in two currencies', () => {
    const dollars = { priceMicros: 30_000n, currency: 'USD' };
    const links = [link(1, { route: dollars, figures: good }), link(2, { route: price(3), figures: near })];
    const rateNanos = (rubles: number) => BigInt(rubles) * 1_000_000_000n;
    const at = (rubles: number) =>
      converterAt([{ currency: 'USD', base: 'RUB', rateNanos: rateNanos(rubles), validFromMs: 0 }], 1);

    test.each([
      [120, 2],
      [80, 1],
    ])('chooses the cheaper after conversion: at %i rubles for a dollar, link %i', (rubles, linkId) => {
      for (const paid of [PAID, { micros: 90_000n, currency: 'USD' }, null]) {
        const choice = choose(links, { mode: 'cost', paid, convert: at(rubles) });
        expect(choice).toMatchObject({ linkId, by: 'cost' });
        expect(choice).not.toHaveProperty('isUncompared');
      }
    });

    test('without a rate chooses the price that can be compared, and says so', () => {
      const terms = { mode: 'cost', paid: PAID } as const;
      expect(choose(links, terms)).toMatchObject({ linkId: 2, margin: 'covered', isUncompared: true });
      const [dollarsOnly, none] = [links.slice(0, 1), link(3, { figures: good })];
      expect(choose([...dollarsOnly, none], terms)).toMatchObject({ linkId: 1, margin: 'unknown' });
    });

    test('compares only links that deliver well', () => {
      const poor = link(3, { route: { priceMicros: 1n, currency: 'KZT' }, figures: bad });
      const choice = choose([...links, poor], { mode: 'cost', paid: PAID, convert: at(80) });
      expect(choice).toMatchObject({ linkId: 1 });
      expect(choice).not.toHaveProperty('isUncompared');
    });
  });

  test('conversion explores another link with 5 % of the messages', () => {
    const links = [link(1, { figures: good }), link(2, { figures: bad })];
    expect(choose(links, { mode: 'conversion' }, () => 0.049)).toMatchObject({ linkId: 2, by: 'explore' });
    expect(choose(links, { mode: 'conversion' }, () => 0.05)).toMatchObject({ linkId: 1, by: 'conversion' });
  });

  test('quality explores a link that is not measured, but no measured link', () => {
    const links = (results: number) => [link(1, { figures: good }), link(2, { figures: { results, delivered: 0 } })];
    expect(choose(links(99), { mode: 'quality' }, () => 0)).toMatchObject({ linkId: 2, by: 'explore' });
    expect(choose(links(100), { mode: 'quality' }, () => 0)).toMatchObject({ linkId: 1, by: 'quality' });
  });
});

describe('properties', () => {
  const candidates = fc.array(
    fc.record({
      free: fc.constantFrom(0, 0.1, 1),
      isDegraded: fc.boolean(),
      priority: fc.integer({ min: 1, max: 3 }),
      weight: fc.integer({ min: 1, max: 5 }),
      rubles: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 5 },
  );
  const built = (given: readonly { free: number; isDegraded: boolean; priority: number; rubles: number }[]) =>
    given.map(({ free, isDegraded, ...own }, at) =>
      link(at + 1, { free, isDegraded, route: { ...own, ...price(own.rubles) } }),
    );

  test('a choice never sends bulk at a loss, and has credit and the lowest priority of the healthy links', () => {
    fc.assert(
      fc.property(candidates, fc.constantFrom('balanced', 'cost', 'quality', 'conversion'), (given, mode) => {
        const links = built(given);
        const choice = choose(links, { mode, paid: PAID }, Math.random);
        if (choice === undefined || choice === 'margin') return;
        const chosen = links.find(({ linkId }) => linkId === choice.linkId);
        expect(chosen?.free).toBeGreaterThan(0);
        expect(chosen?.route?.priceMicros).toBeLessThanOrEqual(PAID.micros);
        const better = links.filter(
          (other) =>
            other.free > 0 &&
            !other.isDegraded &&
            (other.route?.priceMicros ?? 0n) <= PAID.micros &&
            (other.route?.priority ?? 0) < (chosen?.route?.priority ?? 0),
        );
        expect(better).toEqual([]);
      }),
    );
  });

  test('bulk waits for the margin exactly when every link costs more than the payment', () => {
    fc.assert(
      fc.property(candidates, (given) => {
        const allDearer = given.length > 0 && given.every(({ rubles }) => rubles > 5);
        expect(choose(built(given), { paid: PAID }) === 'margin').toBe(allDearer);
      }),
    );
  });
});

test('partners see why links were passed over, each reason once, and never a price', () => {
  const because = ['margin', 'tries', 'degraded', 'degraded'] as const;
  expect(partnerReasons(because.map((reason) => ({ because: reason })))).toEqual(['degraded', 'tries']);
});
