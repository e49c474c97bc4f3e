import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { allocateFairly, type ShareQueue } from './fair-share.ts';

const queue = (key: number, wanting: number) => ({ key, wanting });
const allocated = (...given: Parameters<typeof allocateFairly>) => Object.fromEntries(allocateFairly(...given));

describe('one allocation', () => {
  test.each([
    ['equal wants get equal shares', [queue(1, 100), queue(2, 100)], 50, { 1: 25, 2: 25 }],
    [
      'a small want leaves the rest to the other companies',
      [queue(1, 5), queue(2, 100), queue(3, 100)],
      45,
      { 1: 5, 2: 20, 3: 20 },
    ],
    ['sufficient credit satisfies every company', [queue(1, 5), queue(2, 7)], 100, { 1: 5, 2: 7 }],
    ['a single company gets all of the credit', [queue(1, 1000)], 30, { 1: 30 }],
    ['without credit no company gets messages', [queue(1, 5)], 0, {}],
    ['negative credit counts as none', [queue(1, 5)], -3, {}],
    ['a company without waiting messages gets none', [queue(1, 0)], 10, {}],
    ['without companies the result is empty', [], 10, {}],
    ['shares are whole messages', [queue(1, 9), queue(2, 9)], 3, { 1: 2, 2: 1 }],
  ])('%s', (_, queues, credit, expected) => {
    expect(allocated(queues, credit, new Map())).toEqual(expected);
  });

  test.each([1.5, Infinity])('an allocation rejects a company that wants %d messages', (wanting) => {
    expect(() => allocateFairly([queue(1, wanting)], 1, new Map())).toThrow(RangeError);
  });
});

describe('repeated allocations', () => {
  test('a credit of one message rotates among the companies', () => {
    const deficits = new Map<number, number>();
    const order = Array.from({ length: 6 }, () => [
      ...allocateFairly([queue(1, 9), queue(2, 9), queue(3, 9)], 1, deficits).keys(),
    ]).flat();
    expect(order.slice(0, 3).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(order.slice(3).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  });

  test('an idle company accumulates no claim', () => {
    const deficits = new Map<number, number>();
    for (let n = 0; n < 50; n += 1) allocateFairly([queue(1, 1000), queue(2, 0)], 10, deficits);
    expect(deficits.has(2)).toBe(false);
    expect(allocated([queue(1, 1000), queue(2, 1000)], 10, deficits)).toEqual({ 1: 5, 2: 5 });
  });

  test('companies that always want more get equal shares, within two messages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 200, size: 'max' }),
        (companies, credits) => {
          const deficits = new Map<number, number>();
          const got = Array.from({ length: companies }, () => 0);
          for (const credit of credits) {
            const queues = got.map((_, key) => queue(key, 1_000_000));
            for (const [key, amount] of allocateFairly(queues, credit, deficits)) got[key] = (got[key] ?? 0) + amount;
          }
          const credit = credits.reduce((sum, each) => sum + each, 0);
          for (const own of got) expect(Math.abs(own - credit / companies)).toBeLessThan(2);
        },
      ),
    );
  });

  const crowd = fc.uniqueArray(
    fc.record({
      key: fc.integer({ min: 0, max: 15 }),
      wanting: fc.integer({ min: 0, max: 60 }),
    }),
    { selector: ({ key }) => key, maxLength: 12, size: 'max' },
  );

  test('as companies come and go, all credit is allocated, no company gets more than it wants, deficits stay small', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(crowd, fc.integer({ min: 0, max: 200 })), { maxLength: 40, size: 'max' }),
        (rounds) => {
          const deficits = new Map<number, number>();
          for (const [queues, credit] of rounds) {
            const shares = allocateFairly(queues, credit, deficits);
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

  test('an allocation among twice as many companies reads twice as many queue members', () => {
    const readsAmong = (companies: number): number => {
      let reads = 0;
      const get = (target: ShareQueue, name: string): unknown => {
        reads += 1;
        return Reflect.get(target, name);
      };
      const deficits = new Map<number, number>();
      const queues = Array.from({ length: companies }, (_, key) => new Proxy(queue(key, 5 + (key % 100)), { get }));
      // The first allocations leave deficits; the last allocation carries them over.
      for (let n = 0; n < 3; n += 1) allocateFairly(queues, companies / 10, deficits);
      reads = 0;
      allocateFairly(queues, companies / 10, deficits);
      return reads;
    };
    const once = readsAmong(5_000);
    expect(once).toBeLessThanOrEqual(5_000 * 25);
    expect(readsAmong(10_000)).toBeLessThanOrEqual(2.1 * once);
  });
});
