import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allowedNow,
  burstOf,
  type DispatchRate,
  RATE_MAX,
  RATE_TERMS,
  rateProblem,
  readyAfter,
} from './dispatch-rate.ts';

const START_MS = 1_720_000_000_000;
const TERM_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

describe('bounds', () => {
  test.each([
    [undefined, undefined, undefined],
    [500, 's', undefined],
    [501, 's', 'must be between 1 and 500 for rateTerm s'],
    [30_000, 'm', undefined],
    [30_001, 'm', 'must be between 1 and 30000 for rateTerm m'],
    [1_000_000, 'h', undefined],
    [1_000_001, 'h', 'must be between 1 and 1000000 for rateTerm h'],
    [10_000_000, 'd', undefined],
    [10_000_001, 'd', 'must be between 1 and 10000000 for rateTerm d'],
    [0, 'd', 'must be between 1 and 10000000 for rateTerm d'],
    [2.5, 'd', 'must be an integer'],
    [5, undefined, 'is required with rate'],
    [undefined, 'h', 'is required with rateTerm'],
  ] as const)('%s per %s: %s', (rate, term, problem) => {
    expect(rateProblem(rate, term)?.problem).toBe(problem);
  });

  test.each([
    [0, 'too-small'],
    [501, 'too-large'],
    [2.5, 'wrong-type'],
  ] as const)('the problem of the rate %s has the code %s', (rate, code) => {
    expect(rateProblem(rate, 's')?.code).toBe(code);
  });

  test('an incomplete pair names the missing member', () => {
    expect(rateProblem(5, undefined)?.field).toBe('rateTerm');
    expect(rateProblem(undefined, 'h')?.field).toBe('rate');
  });
});

describe('pace', () => {
  test.each([
    [{ rate: 60, rateTerm: 'm' }, 1],
    [{ rate: 1, rateTerm: 'd' }, 1],
    [{ rate: 600, rateTerm: 'm' }, 10],
    [{ rate: 500, rateTerm: 's' }, 500],
    [{ rate: 1_000_000, rateTerm: 'h' }, 277],
  ] as const)('%o lets %i leave at one instant', (rate, burst) => {
    expect(burstOf(rate)).toBe(burst);
    expect(allowedNow(rate, START_MS, START_MS + 90 * 86_400_000)).toBe(burst);
  });

  test('the first message leaves immediately, the second an interval later', () => {
    const rate: DispatchRate = { rate: 60, rateTerm: 'm' };
    expect(allowedNow(rate, START_MS, START_MS)).toBe(1);
    const ready = readyAfter(rate, START_MS, START_MS, 1);
    expect(ready).toBe(START_MS + 1_000);
    expect(allowedNow(rate, ready, ready - 1)).toBe(0);
    expect(allowedNow(rate, ready, ready)).toBe(1);
  });

  test('taking no message moves no time', () => {
    expect(readyAfter({ rate: 5, rateTerm: 's' }, START_MS, START_MS + 9_999, 0)).toBe(START_MS);
  });

  const rates = fc
    .constantFrom(...RATE_TERMS)
    .chain((rateTerm) =>
      fc.record({ rateTerm: fc.constant(rateTerm), rate: fc.integer({ min: 1, max: RATE_MAX[rateTerm] }) }),
    );
  const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000_000 }), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 60,
  });

  test('no period carries more than its rate plus one second’s worth, for every polling pattern of the pacer', () => {
    fc.assert(
      fc.property(rates, gaps, (rate, looks) => {
        const left: { at: number; count: number }[] = [];
        let now = START_MS;
        let ready = START_MS;
        for (const [gap, share] of looks) {
          now += gap;
          const taken = Math.floor(allowedNow(rate, ready, now) * share);
          ready = readyAfter(rate, ready, now, taken);
          left.push({ at: now, count: taken });
        }
        for (let from = 0; from < left.length; from += 1) {
          let sum = 0;
          for (const { at, count } of left.slice(from)) {
            sum += count;
            const elapsed = at - (left[from]?.at ?? 0);
            expect(sum).toBeLessThanOrEqual((elapsed * rate.rate) / TERM_MS[rate.rateTerm] + burstOf(rate) + 1e-3);
          }
        }
      }),
    );
  });

  test('frequent polling gets the full rate, and at most the rate in the first term', () => {
    for (const rate of [
      { rate: 600, rateTerm: 'm' },
      { rate: 7, rateTerm: 's' },
      { rate: 3, rateTerm: 'm' },
    ] as const) {
      let ready = START_MS;
      let sum = 0;
      for (let now = START_MS; now < START_MS + TERM_MS[rate.rateTerm]; now += 100) {
        const taken = allowedNow(rate, ready, now);
        ready = readyAfter(rate, ready, now, taken);
        sum += taken;
      }
      expect(sum).toBe(rate.rate);
    }
  });
});
