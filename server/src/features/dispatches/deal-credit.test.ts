import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CreditedLink, type Dealable, type Deficits, dealCredit } from './deal-credit.ts';

const strand = (change: Partial<Dealable> = {}): Dealable => ({
  companyId: 1,
  channelType: 'SMS',
  route: 1,
  lane: 2,
  waiting: 1_000,
  ...change,
});
const link = (id: number, credit: number, brands = [1]): CreditedLink => ({ id, channelType: 'SMS', brands, credit });
const taken = (deals: readonly { take: number }[]) => deals.reduce((sum, deal) => sum + deal.take, 0);

const anyStrand = fc.record({
  companyId: fc.integer({ min: 1, max: 5 }),
  channelType: fc.constantFrom('SMS', 'VIBER'),
  route: fc.integer({ min: 0, max: 3 }),
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
  .map((links) => links.map((one, at) => ({ ...one, id: at + 1 })));

describe('dealing', () => {
  test('never gives a link more than its credit, nor a strand more than it has, nor to a link of another route', () => {
    fc.assert(
      fc.property(anyLinks, fc.array(anyStrand, { maxLength: 30 }), (links, strands) => {
        const deals = dealCredit(links, strands, new Map());
        for (const one of links)
          expect(taken(deals.filter(({ linkId }) => linkId === one.id))).toBeLessThanOrEqual(one.credit);
        for (const one of strands)
          expect(taken(deals.filter((deal) => deal.strand === one))).toBeLessThanOrEqual(one.waiting);
        for (const deal of deals) {
          const over = links.find(({ id }) => id === deal.linkId);
          expect(deal.take).toBeGreaterThan(0);
          expect(Number.isInteger(deal.take)).toBe(true);
          expect(over?.brands).toContain(deal.strand.route);
          expect(over?.channelType).toBe(deal.strand.channelType);
        }
      }),
    );
  });

  test('uses a link fully while anybody waits for it', () => {
    fc.assert(
      fc.property(
        fc.array(anyStrand, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 3_000 }),
        (many, credit) => {
          const strands = many.map((one) => ({ ...one, channelType: 'SMS', route: 1 }));
          const wanted = strands.reduce((sum, one) => sum + one.waiting, 0);
          expect(taken(dealCredit([link(1, credit)], strands, new Map()))).toBe(Math.min(credit, wanted));
        },
      ),
    );
  });

  test('a lane gets something only when the more urgent ones want nothing more of the link', () => {
    fc.assert(
      fc.property(
        fc.array(anyStrand, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 3_000 }),
        (many, credit) => {
          const strands = many.map((one) => ({ ...one, channelType: 'SMS', route: 1 }));
          const deals = dealCredit([link(1, credit)], strands, new Map());
          const lowest = Math.max(...deals.map((deal) => deal.strand.lane));
          for (const one of strands.filter(({ lane }) => lane < lowest))
            expect(taken(deals.filter((deal) => deal.strand === one))).toBe(one.waiting);
        },
      ),
    );
  });

  test('companies share evenly, whatever the number of their strands', () => {
    const strands = [strand(), strand(), strand(), strand({ companyId: 2 })];
    const deals = dealCredit([link(1, 600)], strands, new Map());
    expect(taken(deals.filter((deal) => deal.strand.companyId === 1))).toBe(300);
    expect(taken(deals.filter((deal) => deal.strand.companyId === 2))).toBe(300);
    expect(deals.filter((deal) => deal.strand.companyId === 1).map(({ take }) => take)).toEqual([100, 100, 100]);
  });

  test('even a credit of one goes round all companies', () => {
    const deficits: Deficits = new Map();
    const companies = [1, 2, 3, 4, 5];
    const turns = Array.from({ length: 50 }, () => {
      const deals = dealCredit(
        [link(1, 1)],
        companies.map((companyId) => strand({ companyId })),
        deficits,
      );
      return deals[0]?.strand.companyId;
    });
    for (const companyId of companies) expect(turns.filter((turn) => turn === companyId)).toHaveLength(10);
  });

  test('two links of one operator share the work', () => {
    const deals = dealCredit([link(1, 500), link(2, 500)], [strand(), strand({ companyId: 2 })], new Map());
    expect(deals.map(({ linkId, take }) => [linkId, take])).toEqual([
      [1, 500],
      [2, 500],
    ]);
  });

  test('a link without credit, or of another channel, gets nothing', () => {
    expect(dealCredit([link(1, 0), { ...link(2, 100), channelType: 'VIBER' }], [strand()], new Map())).toEqual([]);
  });
});
