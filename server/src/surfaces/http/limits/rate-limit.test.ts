import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RateLimiter } from './rate-limit.ts';

function limiter(perSecond: number, burst: number) {
  const time = { ms: 0 };
  return { time, limits: new RateLimiter({ perSecond, burst }, () => time.ms) };
}

describe('RateLimiter', () => {
  test('allows the burst, refuses the next call and returns the retry delay', () => {
    const { time, limits } = limiter(20, 40);
    for (let call = 0; call < 40; call += 1) expect(limits.take('a').retryAfterSeconds).toBeUndefined();
    expect(limits.take('a')).toEqual({ limit: 20, remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 });
    expect(limits.take('b').retryAfterSeconds).toBeUndefined();
    time.ms += 50;
    expect(limits.take('a').retryAfterSeconds).toBeUndefined();
    expect(limits.take('a').retryAfterSeconds).toBe(1);
  });

  test('reports the limit of a window, not the burst above it', () => {
    expect(limiter(20, 40).limits.take('a')).toEqual({ limit: 20, remaining: 20, resetSeconds: 0 });
    const slow = new RateLimiter({ perSecond: 10 / 60, burst: 30, windowSeconds: 60 }, () => 0);
    for (let call = 0; call < 25; call += 1) slow.take('a');
    expect(slow.take('a')).toEqual({ limit: 10, remaining: 4, resetSeconds: 36 });
  });

  test('reports an exhausted key without consuming a token', () => {
    const { time, limits } = limiter(1, 2);
    expect(limits.isSpent('a')).toBe(false);
    limits.take('a');
    expect([limits.isSpent('a'), limits.isSpent('a')]).toEqual([false, false]);
    limits.take('a');
    expect([limits.isSpent('a'), limits.isSpent('b')]).toEqual([true, false]);
    time.ms += 1_000;
    expect(limits.isSpent('a')).toBe(false);
  });

  test('returns a retry delay after which a call of a slow limit succeeds', () => {
    const { time, limits } = limiter(10 / 60, 10);
    for (let call = 0; call < 10; call += 1) limits.take('a');
    const { retryAfterSeconds } = limits.take('a');
    expect(retryAfterSeconds).toBe(6);
    time.ms += 6_000;
    expect(limits.take('a').retryAfterSeconds).toBeUndefined();
  });

  test('allows at most burst + rate × time calls in any period', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 300 }), (pausesMs) => {
        const { time, limits } = limiter(20, 40);
        let passed = 0;
        for (const pauseMs of pausesMs) {
          time.ms += pauseMs;
          if (limits.take('a').retryAfterSeconds === undefined) passed += 1;
        }
        expect(passed).toBeLessThanOrEqual(40 + (time.ms / 1000) * 20 + 1e-6);
      }),
    );
  });
});
