import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countingDay, numberPrefix, waitSeconds } from './verification-limit.ts';

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);
const rate = { most: 5, windowSeconds: 600, pauseSeconds: 30 };

describe('the wait', () => {
  test.each([
    [[], 0, 0],
    [[0], 29, 1],
    [[0], 30, 0],
    [[0, 40, 80, 120], 160, 0],
    [[0, 40, 80, 120, 160], 200, 400],
    [[0, 40, 80, 120, 160], 600, 0],
    [[0, 40, 80, 120, 160, 590], 600, 40],
  ])('after sends at %j, seen at %i s, is %i s', (times, now, wait) => {
    expect(waitSeconds(times.map(at), rate, at(now))).toBe(wait);
  });

  test('without a pause, a send counted with a later time does not count as one', () => {
    expect(waitSeconds([at(1)], { ...rate, pauseSeconds: 0 }, at(0))).toBe(0);
    expect(waitSeconds([at(1)], rate, at(0))).toBe(31);
  });

  test('keeps every window within its limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 60 }), (gaps) => {
        const sent: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          if (waitSeconds(sent.map(at), rate, at(now)) > 0) continue;
          const before = sent.at(-1);
          if (before !== undefined) expect(now - before).toBeGreaterThanOrEqual(rate.pauseSeconds);
          sent.push(now);
          expect(sent.filter((one) => one > now - rate.windowSeconds).length).toBeLessThanOrEqual(rate.most);
        }
      }),
    );
  });
});

test('a prefix is the number without its last four digits', () => {
  expect(numberPrefix('79161234567')).toBe('7916123');
});

test.each([
  ['2026-11-14T20:59:59Z', '2026-11-14', 1],
  ['2026-11-14T21:00:00Z', '2026-11-15', 86_400],
])('at %s the day is %s, and %i s of it are left', (now, day, secondsLeft) => {
  expect(countingDay(new Date(now))).toEqual({ day, secondsLeft });
});
