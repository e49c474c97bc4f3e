import { expect, test } from 'vitest';
import { DispatchPulses } from './dispatch-pulse.ts';

const run = (looks: readonly (readonly [atMs: number, handedOver: number])[]) => {
  const pulses = new DispatchPulses();
  return looks.map(([atMs, handedOver]) => pulses.look(1, handedOver, String(handedOver), atMs)).at(-1);
};

test('the first reading of a dispatch yields no rate', () => {
  expect(run([[0, 100]])).toEqual({ ratePerSecond: null, unchangedMs: 0 });
});

test('the rate of a dispatch covers the last fifteen seconds', () => {
  const looks = Array.from(
    { length: 40 },
    (_, second) => [second * 1000, second < 20 ? 0 : (second - 20) * 50] as const,
  );
  expect(run(looks)?.ratePerSecond).toBe(50);
});

test('a rate below ten messages per second keeps one decimal', () => {
  expect(
    run([
      [0, 0],
      [10_000, 4],
    ])?.ratePerSecond,
  ).toBe(0.4);
});

test('a dispatch without progress reports the time since its last change', () => {
  expect(
    run([
      [0, 5],
      [1_000, 6],
      [31_000, 6],
      [62_000, 6],
    ])?.unchangedMs,
  ).toBe(61_000);
});

test('a dispatch without readings for two minutes is forgotten', () => {
  const pulses = new DispatchPulses();
  pulses.look(1, 0, 'a', 0);
  pulses.look(2, 0, 'a', 130_000);
  expect(pulses.look(1, 500, 'a', 131_000)).toEqual({ ratePerSecond: null, unchangedMs: 0 });
});
