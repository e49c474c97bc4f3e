import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Runs one job at a time and records the order. */
function queueOf(waitingMax: number, runningMax = 1) {
  const done: string[] = [];
  const refused: string[] = [];
  const queue = new FairQueue({ runningMax, waitingMax }, () => new Error('full'));
  const ask = (caller: string, name = caller) =>
    queue
      .run(caller, async () => {
        await Promise.resolve();
        done.push(name);
      })
      .catch(() => void refused.push(name));
  return { ask, done, refused, queue };
}

describe('a fair queue', () => {
  test('serves callers in turns, however many jobs a single caller has queued', async () => {
    const { ask, done } = queueOf(10);
    await Promise.all([...Array.from({ length: 6 }, (_, at) => ask('many', `many ${at}`)), ask('one'), ask('other')]);
    expect(done).toEqual(['many 0', 'many 1', 'one', 'other', 'many 2', 'many 3', 'many 4', 'many 5']);
  });

  test('refuses the newest job of the caller with the most jobs when it is full', async () => {
    const { ask, done, refused } = queueOf(4);
    await Promise.all([...Array.from({ length: 6 }, (_, at) => ask('many', `many ${at}`)), ask('one')]);
    expect(refused).toEqual(['many 5', 'many 4']);
    expect(done).toEqual(['many 0', 'many 1', 'one', 'many 2', 'many 3']);
  });

  test('refuses the next caller when it is full of callers with one job each', async () => {
    const { ask, done, refused } = queueOf(2);
    await Promise.all(['a', 'b', 'c', 'd'].map((caller) => ask(caller)));
    expect([done, refused]).toEqual([['a', 'b', 'c'], ['d']]);
  });

  test('passes the turn on when a job fails, and is free again when it is empty', async () => {
    const { ask, done, queue } = queueOf(2);
    const failing = queue.run('a', () => Promise.reject(new Error('no')));
    const next = ask('b');
    await expect(failing).rejects.toThrow('no');
    await next;
    await ask('c');
    expect(done).toEqual(['b', 'c']);
  });

  test('runs at most runningMax jobs at once', async () => {
    const { queue } = queueOf(50, 3);
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, (_, at) => queue.run(`caller ${at % 4}`, work)));
    expect([most, running]).toEqual([3, 0]);
  });
});
