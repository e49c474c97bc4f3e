import { expect, test } from 'vitest';
import { callAtPace } from './open-loop.ts';
import { pause } from './stand/wait.ts';

test('a slow answer does not delay the calls after it', async () => {
  const begunAt: number[] = [];
  const startMs = performance.now();
  const { waitsMs } = await callAtPace({ perSecond: 100, calls: 20 }, async (at) => {
    begunAt.push(performance.now() - startMs);
    if (at === 0) await pause(400);
  });
  expect(waitsMs).toHaveLength(20);
  expect(begunAt.at(-1)).toBeLessThan(390);
  expect(Math.max(...waitsMs)).toBeGreaterThanOrEqual(390);
});

test('a caller that was kept busy counts the time its calls were late', async () => {
  const { waitsMs } = await callAtPace({ perSecond: 1_000, calls: 50 }, async (at) => {
    if (at !== 0) return;
    const untilMs = performance.now() + 100;
    while (performance.now() < untilMs);
  });
  expect(waitsMs.filter((ms) => ms > 50).length).toBeGreaterThan(20);
});

test('failures are counted and not timed', async () => {
  const paced = await callAtPace({ perSecond: 1_000, calls: 4 }, async (at) => {
    if (at % 2 === 0) throw new Error('no');
  });
  expect([paced.waitsMs.length, paced.failures]).toEqual([2, 2]);
});
