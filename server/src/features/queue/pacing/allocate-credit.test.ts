import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AllocatableStrand, allocateCredit, type CreditedLink, type Deficits } from './allocate-credit.ts';

const strand = (change: Partial<AllocatableStrand> = {}): AllocatableStrand => ({
  companyId: 1,
  channelType: 'SMS',
  brand: 1,
  accountLinkId: null,
  lane: 2,
  waiting: 1_000,
  ...change,
});
const protocol = 'SMPP' as const;
const link = (id: number, credit: number, brands = [1]): CreditedLink => ({
  id,
  protocol,
  channelType: 'SMS',
  brands,
  credit,
});
const taken = (allocations: readonly { take: number }[]) =>
  allocations.reduce((sum, allocation) => sum + allocation.take, 0);

const anyStrand = fc.record({
  companyId: fc.integer({ min: 1, max: 5 }),
  channelType: fc.constantFrom('SMS', 'VIBER'),
  brand: fc.integer({ min: 0, max: 3 }),
  accountLinkId: fc.option(fc.integer({ min: 1, max: 4 })),
  lane: fc.integer({ min: 0, max: 2 }),
  waiting: fc.integer({ min: 1, max: 5_000 }),
});
const anyLinks = fc
  .array(
    fc.record({
      channelType: fc.constantFrom('SMS', 'VIBER'),
      brands: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1 }),
      credit: fc.integer({ min: 0, max: 3_000 }),
    }),
    { maxLength: 4 },
  )
  .map((links) => links.map((one, at) => ({ ...one, protocol, id: at + 1 })));

describe('allocation of credit', () => {
  test('a link never exceeds its credit, a strand never exceeds its messages, and brand and channel match', () => {
    fc.assert(
      fc.property(anyLinks, fc.array(anyStrand, { maxLength: 30 }), (links, strands) => {
        const allocations = allocateCredit(links, strands, new Map());
        for (const one of links)
          expect(taken(allocations.filter(({ linkId }) => linkId === one.id))).toBeLessThanOrEqual(one.credit);
        for (const one of strands)
          expect(taken(allocations.filter((allocation) => allocation.strand === one))).toBeLessThanOrEqual(one.waiting);
        for (const allocation of allocations) {
          const over = links.find(({ id }) => id === allocation.linkId);
          expect(allocation.take).toBeGreaterThan(0);
          expect(Number.isInteger(allocation.take)).toBe(true);
          expect(over?.brands).toContain(allocation.strand.brand);
          expect(over?.channelType).toBe(allocation.strand.channelType);
          expect(allocation.strand.accountLinkId ?? over?.id).toBe(over?.id);
        }
      }),
    );
  });

  test('the credit of a link is used up while a strand of its brand has messages', () => {
    fc.assert(
      fc.property(
        fc.array(anyStrand, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 3_000 }),
        (many, credit) => {
          const strands = many.map((one) => ({ ...one, channelType: 'SMS', brand: 1, accountLinkId: null }));
          const wanted = strands.reduce((sum, one) => sum + one.waiting, 0);
          expect(taken(allocateCredit([link(1, credit)], strands, new Map()))).toBe(Math.min(credit, wanted));
        },
      ),
    );
  });

  test('a lane gets credit only when the more urgent lanes have no messages left for the link', () => {
    fc.assert(
      fc.property(
        fc.array(anyStrand, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 3_000 }),
        (many, credit) => {
          const strands = many.map((one) => ({ ...one, channelType: 'SMS', brand: 1, accountLinkId: null }));
          const allocations = allocateCredit([link(1, credit)], strands, new Map());
          const lowest = Math.max(...allocations.map((allocation) => allocation.strand.lane));
          for (const one of strands.filter(({ lane }) => lane < lowest))
            expect(taken(allocations.filter((allocation) => allocation.strand === one))).toBe(one.waiting);
        },
      ),
    );
  });

  test('companies share the credit evenly, whatever the number of their strands', () => {
    const strands = [strand(), strand(), strand(), strand({ companyId: 2 })];
    const allocations = allocateCredit([link(1, 600)], strands, new Map());
    expect(taken(allocations.filter((allocation) => allocation.strand.companyId === 1))).toBe(300);
    expect(taken(allocations.filter((allocation) => allocation.strand.companyId === 2))).toBe(300);
    expect(allocations.filter((allocation) => allocation.strand.companyId === 1).map(({ take }) => take)).toEqual([
      100, 100, 100,
    ]);
  });

  test('a credit of one message per round reaches every company in turn', () => {
    const deficits: Deficits = new Map();
    const companies = [1, 2, 3, 4, 5];
    const turns = Array.from({ length: 50 }, () => {
      const allocations = allocateCredit(
        [link(1, 1)],
        companies.map((companyId) => strand({ companyId })),
        deficits,
      );
      return allocations[0]?.strand.companyId;
    });
    for (const companyId of companies) expect(turns.filter((turn) => turn === companyId)).toHaveLength(10);
  });

  test('two links of one operator share the messages', () => {
    const allocations = allocateCredit([link(1, 500), link(2, 500)], [strand(), strand({ companyId: 2 })], new Map());
    expect(allocations.map(({ linkId, take }) => [linkId, take])).toEqual([
      [1, 500],
      [2, 500],
    ]);
  });

  test('a link without credit and a link of another channel get no messages', () => {
    expect(allocateCredit([link(1, 0), { ...link(2, 100), channelType: 'VIBER' }], [strand()], new Map())).toEqual([]);
  });
});

describe('routes', () => {
  const choice = { by: 'weight', passed: [] } as const;

  test('a routed strand goes over its link, at most up to the limit of a probe', () => {
    const allocations = allocateCredit([link(1, 500), link(2, 100)], [strand()], new Map(), () => ({
      linkId: 2,
      choice,
      limit: 3,
    }));
    expect(allocations).toMatchObject([{ linkId: 2, take: 3, choice }]);
  });

  test('a strand that waits takes no credit', () => {
    const [first, second] = [strand({ companyId: 1 }), strand({ companyId: 2 })];
    const allocations = allocateCredit([link(1, 500)], [first, second], new Map(), ({ companyId }) =>
      companyId === 1 ? 'waits' : 'unrouted',
    );
    expect(allocations).toMatchObject([{ strand: second, take: 500, choice: null }]);
  });

  test('a route sees the free part of every link, and nothing free where the credit is used up', () => {
    const links = [
      { ...link(1, 100), capacity: 400 },
      { ...link(2, 0), isDegraded: true },
    ];
    const seen: unknown[] = [];
    allocateCredit(links, [strand()], new Map(), (_, offered) => {
      seen.push(...offered);
      return 'waits';
    });
    expect(seen).toEqual([
      { id: 1, room: 100, free: 0.25, isDegraded: false },
      { id: 2, room: 0, free: 0, isDegraded: true },
    ]);
  });
});
