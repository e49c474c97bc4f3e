import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog, type Logger } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createWorkerLoops } from './worker-loop.ts';

/** Longer than any test: an idle loop wakes by signal only. */
const NEVER_MS = 3_600_000;

const newLoops = () => createWorkerLoops(createLog('silent', 'test'), createMetrics('test'));
const loopOf = (idleMs: number, round: () => Promise<boolean>) => newLoops().start({ name: 'test', idleMs, round });

/** Rounds that the test ends. */
function heldRounds() {
  const rounds: { end: () => void }[] = [];
  const begun: (() => void)[] = [];
  return {
    count: () => rounds.length,
    round: () =>
      new Promise<boolean>((resolve) => {
        rounds.push({ end: () => resolve(false) });
        for (const tell of begun.splice(0)) tell();
      }),
    untilBegun: async (count: number) => {
      while (rounds.length < count) await new Promise<void>((tell) => begun.push(tell));
    },
    end: (at: number) => rounds[at]?.end(),
  };
}

/** Lets the callbacks of settled promises run. */
const microtasks = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a worker loop', () => {
  test('runs rounds without a pause while there is more to do, then idles', async () => {
    let rounds = 0;
    const loop = loopOf(NEVER_MS, async () => (rounds += 1) < 5);
    await microtasks();
    expect(rounds).toBe(5);
    await loop.stop();
  });

  test('starts the next round at once when it is woken', async () => {
    let rounds = 0;
    const loop = loopOf(NEVER_MS, async () => {
      rounds += 1;
      return false;
    });
    await microtasks();
    loop.wake();
    await microtasks();
    expect(rounds).toBe(2);
    await loop.stop();
  });

  test('runs one more round for any number of wake-ups during a round', async () => {
    const held = heldRounds();
    const loop = loopOf(NEVER_MS, held.round);
    await held.untilBegun(1);
    loop.wake();
    loop.wake();
    held.end(0);
    await held.untilBegun(2);
    held.end(1);
    await microtasks();
    expect(held.count()).toBe(2);
    await loop.stop();
  });

  test('tries a failed round again after a pause', async () => {
    let rounds = 0;
    const startedAt = performance.now();
    const loop = loopOf(NEVER_MS, async () => {
      rounds += 1;
      if (rounds < 3) throw new Error('the database is down');
      return false;
    });
    await loop.nextRound();
    expect(rounds).toBe(3);
    // The first failure waits 200 ms, the second 400 ms; timers may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThan(590);
    await loop.stop();
  });

  test('never runs two rounds at once, however often it is woken', async () => {
    let running = 0;
    let most = 0;
    const loop = loopOf(1, async () => {
      running += 1;
      most = Math.max(most, running);
      await microtasks();
      running -= 1;
      return false;
    });
    for (let at = 0; at < 50; at += 1) {
      loop.wake();
      await microtasks();
    }
    await loop.stop();
    expect(most).toBe(1);
    expect(running).toBe(0);
  });

  test('stops after the running round and begins no other', async () => {
    const held = heldRounds();
    const loop = loopOf(0, held.round);
    await held.untilBegun(1);
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    await microtasks();
    expect(stopped).toBe(false);
    held.end(0);
    await stopping;
    loop.wake();
    await microtasks();
    expect(held.count()).toBe(1);
  });
});

describe('the barrier of a process', () => {
  test('waits for a round that began after the call, not for the one that runs', async () => {
    const held = heldRounds();
    const loops = newLoops();
    const loop = loops.start({ name: 'test', idleMs: 1_000, round: held.round });
    await held.untilBegun(1);
    let passed = false;
    const barrier = loops.barrier().then(() => (passed = true));
    held.end(0);
    await held.untilBegun(2);
    await microtasks();
    expect(passed).toBe(false);
    held.end(1);
    await barrier;
    await loop.stop();
  });

  test('leaves out housekeeping loops and loops that have stopped', async () => {
    const held = heldRounds();
    const loops = newLoops();
    const housekeeping = loops.start({ name: 'housekeeping', idleMs: 60_000, round: held.round });
    const stopped = loops.start({ name: 'stopped', idleMs: 1_000, round: async () => false });
    await stopped.stop();
    await loops.barrier();
    expect(held.count()).toBe(1);
    held.end(0);
    await housekeeping.stop();
  });

  test('does not wait for a loop that stops meanwhile', async () => {
    const held = heldRounds();
    const loops = newLoops();
    const loop = loops.start({ name: 'test', idleMs: 1_000, round: held.round });
    await held.untilBegun(1);
    const barrier = loops.barrier();
    const stopping = loop.stop();
    held.end(0);
    await Promise.all([barrier, stopping]);
  });
});

test('while the database is away for ten minutes, each loop writes a line per minute and counts every failure', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: { readonly what: string; readonly failures: number; readonly msg: string }[] = [];
  const warn = (facts: { what: string; failures: number }, msg: string) => void lines.push({ ...facts, msg });
  const metrics = createMetrics('test');
  // Loops write warnings only.
  const loops = createWorkerLoops({ warn } as unknown as Logger, metrics);
  let isAway = true;
  let failed = 0;
  const round = async () => {
    if (!isAway) return false;
    failed += 1;
    throw new Error('no database');
  };
  const running = ['sweep', 'evidence'].map((name) => loops.start({ name, idleMs: 1_000, round }));
  await vi.advanceTimersByTimeAsync(590_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  for (const name of ['sweep', 'evidence']) {
    const own = lines.filter(({ what }) => what === name);
    expect(own.map(({ msg }) => msg)).toEqual([...Array<string>(10).fill('loop trouble'), 'loop works again']);
    expect(own.at(-1)?.failures).toBe(failed / 2);
  }
  expect(failed / 2).toBeGreaterThan(100);
  const exported = await metrics.registry.metrics();
  expect(exported).toMatch(new RegExp(`^volley_loop_errors_total\\{.*loop="sweep".*\\} ${failed / 2}$`, 'm'));
  const stopping = Promise.all(running.map((loop) => loop.stop()));
  await vi.advanceTimersByTimeAsync(10_000);
  await stopping;
});
