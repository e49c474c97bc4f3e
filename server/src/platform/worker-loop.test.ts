import { describe, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { startLoop } from './worker-loop.ts';

const log = createLog('silent', 'test');
const metrics = createMetrics('test');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const loopOf = (idleMs: number, round: () => Promise<boolean>) =>
  startLoop({ name: 'test', log, metrics, idleMs, round });

describe('a worker loop', () => {
  test('goes on at once while there is more, then waits its idle time', async () => {
    let rounds = 0;
    const loop = loopOf(60_000, async () => (rounds += 1) < 5);
    await pause(50);
    expect(rounds).toBe(5);
    await loop.stop();
  });

  test('a wake starts the next round at once', async () => {
    let rounds = 0;
    const loop = loopOf(60_000, async () => {
      rounds += 1;
      return false;
    });
    await pause(20);
    loop.wake();
    await pause(20);
    expect(rounds).toBe(2);
    await loop.stop();
  });

  test('a wake during a round is not lost', async () => {
    let rounds = 0;
    const loop = loopOf(60_000, async () => {
      rounds += 1;
      await pause(30);
      return false;
    });
    await pause(10);
    loop.wake();
    loop.wake();
    await pause(100);
    expect(rounds).toBe(2);
    await loop.stop();
  });

  test('a round that fails is tried again after a while, and does not end the loop', async () => {
    let rounds = 0;
    const loop = loopOf(60_000, async () => {
      rounds += 1;
      if (rounds < 3) throw new Error('the database is away');
      return false;
    });
    await pause(100);
    expect(rounds).toBe(1);
    await pause(700);
    expect(rounds).toBe(3);
    await loop.stop();
  });

  test('rounds never overlap, however often it is woken', async () => {
    let running = 0;
    let most = 0;
    const loop = loopOf(1, async () => {
      running += 1;
      most = Math.max(most, running);
      await pause(3);
      running -= 1;
      return false;
    });
    for (let at = 0; at < 50; at += 1) {
      loop.wake();
      await pause(1);
    }
    await loop.stop();
    expect(most).toBe(1);
    expect(running).toBe(0);
  });

  test('stop waits for the round that runs and lets no other begin', async () => {
    let [begun, ended] = [0, 0];
    const loop = loopOf(0, async () => {
      begun += 1;
      await pause(40);
      ended += 1;
      return true;
    });
    await pause(10);
    await loop.stop();
    expect([begun, ended]).toEqual([1, 1]);
    loop.wake();
    await pause(50);
    expect(begun).toBe(1);
  });
});
