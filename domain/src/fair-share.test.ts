import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../tools/property-runs.ts';
import { dealFairly, type ShareQueue } from './fair-share.ts';

const queue = (key: number, wanting: number, weight = 1) => ({ key, weight, wanting });
const dealt = (...given: Parameters<typeof dealFairly>) => Object.fromEntries(dealFairly(...given));

describe('one deal', () => {
  test.each([
    ['equal wants get equal shares', [queue(1, 100), queue(2, 100)], 50, { 1: 25, 2: 25 }],
    ['weights count', [queue(1, 100, 3), queue(2, 100, 1)], 40, { 1: 30, 2: 10 }],
    [
      'a modest want leaves the rest to others',
      [queue(1, 5), queue(2, 100), queue(3, 100)],
      45,
      { 1: 5, 2: 20, 3: 20 },
    ],
    ['enough for all', [queue(1, 5), queue(2, 7)], 100, { 1: 5, 2: 7 }],
    ['one alone gets everything', [queue(1, 1000)], 30, { 1: 30 }],
    ['no credit', [queue(1, 5)], 0, {}],
    ['negative credit', [queue(1, 5)], -3, {}],
    ['nobody wants', [queue(1, 0)], 10, {}],
    ['nobody there', [], 10, {}],
    ['whole messages only', [queue(1, 9), queue(2, 9)], 3, { 1: 2, 2: 1 }],
  ])('%s', (_, queues, credit, expected) => {
    expect(dealt(queues, credit, new Map())).toEqual(expected);
  });

  test.each([0, -1, Number.NaN, Infinity])('a weight of %d is a mistake', (weight) => {
    expect(() => dealFairly([queue(1, 1, weight)], 1, new Map())).toThrow(RangeError);
  });

  test('weights of very different size still deal all of the credit', () => {
    expect(dealt([queue(1, 3, 1e20), queue(2, 100, 1), queue(3, 100, 1)], 13, new Map())).toEqual({ 1: 3, 2: 5, 3: 5 });
    expect(dealt([queue(1, 100, 1e20), queue(2, 100, 1e-20)], 13, new Map())).toEqual({ 1: 13 });
  });

  test.each([1.5, Infinity])('wanting %d messages is a mistake', (wanting) => {
    expect(() => dealFairly([queue(1, wanting)], 1, new Map())).toThrow(RangeError);
  });
});

describe('many deals', () => {
  test('a credit of one goes round', () => {
    const deficits = new Map<number, number>();
    const order = Array.from({ length: 6 }, () => [
      ...dealFairly([queue(1, 9), queue(2, 9), queue(3, 9)], 1, deficits).keys(),
    ]).flat();
    expect(order.slice(0, 3).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(order.slice(3).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  });

  test('a company saves up nothing while it has nothing to send', () => {
    const deficits = new Map<number, number>();
    for (let n = 0; n < 50; n += 1) dealFairly([queue(1, 1000), queue(2, 0)], 10, deficits);
    expect(deficits.has(2)).toBe(false);
    expect(dealt([queue(1, 1000), queue(2, 1000)], 10, deficits)).toEqual({ 1: 5, 2: 5 });
  });

  const weights = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 12, size: 'max' });

  test('companies that always want more get shares by weight, within two messages', () => {
    fc.assert(
      fc.property(
        weights,
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 200, size: 'max' }),
        (given, credits) => {
          const deficits = new Map<number, number>();
          const got = given.map(() => 0);
          for (const credit of credits) {
            const queues = given.map((weight, key) => queue(key, 1_000_000, weight));
            for (const [key, amount] of dealFairly(queues, credit, deficits)) got[key] = (got[key] ?? 0) + amount;
          }
          const credit = credits.reduce((sum, each) => sum + each, 0);
          const weight = given.reduce((sum, each) => sum + each, 0);
          given.forEach((own, key) => {
            expect(Math.abs((got[key] ?? 0) - (credit * own) / weight)).toBeLessThan(2);
          });
        },
      ),
    );
  });

  const crowd = fc.uniqueArray(
    fc.record({
      key: fc.integer({ min: 0, max: 15 }),
      weight: fc.double({ min: 0.01, max: 100, noNaN: true }),
      wanting: fc.integer({ min: 0, max: 60 }),
    }),
    { selector: ({ key }) => key, maxLength: 12, size: 'max' },
  );

  test('whoever comes and goes, all of the credit is dealt, nobody gets more than wanted, and deficits stay small', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(crowd, fc.integer({ min: 0, max: 200 })), { maxLength: 40, size: 'max' }),
        (deals) => {
          const deficits = new Map<number, number>();
          for (const [queues, credit] of deals) {
            const shares = dealFairly(queues, credit, deficits);
            const wanted = queues.reduce((sum, { wanting }) => sum + wanting, 0);
            const given = [...shares.values()].reduce((sum, share) => sum + share, 0);
            expect(given).toBe(Math.min(credit, wanted));
            for (const { key, wanting } of queues) {
              const share = shares.get(key) ?? 0;
              expect(Number.isInteger(share) && share >= 0 && share <= wanting).toBe(true);
            }
            for (const deficit of deficits.values()) expect(Math.abs(deficit)).toBeLessThan(12);
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  test('a deal among twice as many companies looks twice as often at a company', () => {
    const looksAmong = (companies: number): number => {
      let looks = 0;
      const get = (target: ShareQueue, name: string): unknown => {
        looks += 1;
        return Reflect.get(target, name);
      };
      const deficits = new Map<number, number>();
      const queues = Array.from({ length: companies }, (_, key) => new Proxy(queue(key, 5 + (key % 100)), { get }));
      // The first deals leave deficits, which the last one carries over.
      for (let n = 0; n < 3; n += 1) dealFairly(queues, companies / 10, deficits);
      looks = 0;
      dealFairly(queues, companies / 10, deficits);
      return looks;
    };
    const once = looksAmong(5_000);
    expect(once).toBeLessThanOrEqual(5_000 * 25);
    expect(looksAmong(10_000)).toBeLessThanOrEqual(2.1 * once);
  });
});
