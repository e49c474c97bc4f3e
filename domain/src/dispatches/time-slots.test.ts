import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SLOTS_MAX, slotOf, slotSeconds } from './time-slots.ts';

const HOUR_MS = 3_600_000;

test.for([
  ['nothing yet', 0, 5],
  ['an hour', HOUR_MS, 15],
  ['four hours', 4 * HOUR_MS, 60],
  ['five hours', 5 * HOUR_MS, 300],
  ['not quite two days', 47 * HOUR_MS, 600],
  ['ten days', 240 * HOUR_MS, HOUR_MS / 1000],
  ['a year', 365 * 24 * HOUR_MS, 2 * 86_400],
] as const)('%s', ([, spanMs, seconds]) => {
  expect(slotSeconds(0, spanMs)).toBe(seconds);
});

test('a chart has at most 288 slots, and every instant is in its slot', () => {
  const instant = fc.integer({ min: 0, max: 4_102_444_800_000 });
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 400 * 24 * HOUR_MS }), (fromMs, spanMs) => {
      const seconds = slotSeconds(fromMs, fromMs + spanMs);
      const slots = (slotOf(fromMs + spanMs, seconds) - slotOf(fromMs, seconds)) / (seconds * 1000) + 1;
      expect(slots).toBeLessThanOrEqual(SLOTS_MAX);
      expect(fromMs - slotOf(fromMs, seconds)).toBeLessThan(seconds * 1000);
    }),
  );
});
