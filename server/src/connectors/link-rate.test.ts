import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLinkRate, type LinkRate } from './link-rate.ts';

const WINDOW = 100;

/** Takes every token between two instants, waiting exactly as the rate demands. */
function takenBetween(rate: LinkRate, fromMs: number, toMs: number): number {
  let taken = 0;
  let nowMs = fromMs;
  while (nowMs < toMs) {
    const waitMs = rate.take(nowMs);
    if (waitMs === 0) taken += 1;
    else nowMs += waitMs;
  }
  return taken;
}

describe('the rate of a link', () => {
  test('never waits without a limit', () => {
    const rate = createLinkRate(null, WINDOW);
    for (let at = 0; at < 10_000; at += 1) expect(rate.take(5)).toBe(0);
  });

  test('is neither exceeded nor left unused over any period', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 20 }), (perSecond, seconds) => {
        const taken = takenBetween(createLinkRate(perSecond, WINDOW), 1_000, 1_000 + seconds * 1_000);
        expect(taken).toBeLessThanOrEqual(perSecond * seconds + Math.max(1, perSecond * 0.1) + 1);
        expect(taken).toBeGreaterThanOrEqual(Math.floor(perSecond * seconds * 0.9) - 1);
      }),
    );
  });

  test('saves no tokens up: after an idle hour the burst is a tenth of a second', () => {
    const rate = createLinkRate(1_000, WINDOW);
    takenBetween(rate, 0, 1_000);
    let burst = 0;
    while (rate.take(3_600_000) === 0) burst += 1;
    expect(burst).toBeLessThanOrEqual(100);
  });

  test('pauses after throttling for a tenth of a second, then two, then four, at most a minute', () => {
    const rate = createLinkRate(null, WINDOW);
    let nowMs = 1_000;
    const pauses: number[] = [];
    for (let at = 0; at < 12; at += 1) {
      rate.throttled(nowMs);
      const waitMs = rate.take(nowMs);
      pauses.push(waitMs);
      nowMs += waitMs;
      expect(rate.take(nowMs)).toBe(0);
    }
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 60_000, 60_000]);
    rate.accepted();
    rate.throttled(nowMs);
    expect(rate.take(nowMs)).toBe(100);
  });

  test('pauses once for many throttled answers of one SMPP window', () => {
    const rate = createLinkRate(100, WINDOW);
    for (let at = 0; at < 50; at += 1) rate.throttled(1_000);
    expect(rate.take(1_000)).toBe(100);
  });

  test('halves the window once per pause, down to one message, and raises it by one with each accepted message', () => {
    const rate = createLinkRate(null, 10);
    rate.throttled(0);
    rate.throttled(50);
    expect(rate.window).toBe(5);
    for (let at = 0; at < 4; at += 1) rate.throttled(1_000_000 * (at + 1));
    expect(rate.window).toBe(1);
    for (let at = 0; at < 20; at += 1) rate.accepted();
    expect(rate.window).toBe(10);
  });

  test('drops by a tenth with each throttling and recovers over time', () => {
    const rate = createLinkRate(1_000, WINDOW);
    takenBetween(rate, 0, 2_000);
    rate.throttled(2_000);
    rate.accepted();
    const slowed = takenBetween(rate, 3_000, 5_000) / 2;
    expect(slowed).toBeGreaterThan(850);
    expect(slowed).toBeLessThan(980);
    takenBetween(rate, 5_000, 25_000);
    expect(takenBetween(rate, 25_000, 27_000) / 2).toBeGreaterThan(990);
  });
});
