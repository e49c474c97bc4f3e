import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause } from './harness/wait.ts';
import { callAtPace } from './open-loop.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function paced(...given: Parameters<typeof callAtPace>): ReturnType<typeof callAtPace> {
  const running = callAtPace(...given);
  await vi.runAllTimersAsync();
  return running;
}

test('a slow answer does not delay the calls after it', async () => {
  const begunAt: number[] = [];
  const { waitsMs } = await paced({ perSecond: 100, calls: 20 }, async (at) => {
    begunAt.push(performance.now());
    if (at === 0) await pause(400);
  });
  expect(begunAt).toEqual(Array.from({ length: 20 }, (_, at) => at * 10));
  expect(waitsMs).toEqual([...Array.from({ length: 19 }, () => 0), 400]);
});

test('the delay of a busy caller counts as latency of its calls', async () => {
  const { waitsMs } = await paced({ perSecond: 1_000, calls: 50 }, async (at) => {
    // The program is busy for 100 ms; no timer can fire in between.
    if (at === 0) vi.advanceTimersByTime(100);
  });
  expect(waitsMs.filter((ms) => ms > 50).length).toBeGreaterThan(20);
});

test('failed calls are counted and not timed', async () => {
  const { waitsMs, failures } = await paced({ perSecond: 1_000, calls: 4 }, async (at) => {
    if (at % 2 === 0) throw new Error('no');
  });
  expect([waitsMs.length, failures]).toEqual([2, 2]);
});
