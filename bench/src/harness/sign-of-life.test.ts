import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { signOfLife, waitWhileAlive } from './sign-of-life.ts';

describe('a wait for a start', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('lasts as long as the start moves, and ends with its result', async () => {
    let moves = 0;
    const readyAtMs = performance.now() + 1_000_000;
    const waiting = waitWhileAlive('the API', () => performance.now() >= readyAtMs && 'ready', {
      life: () => String((moves += 1)),
    });
    await vi.advanceTimersByTimeAsync(1_000_100);
    expect(await waiting).toBe('ready');
  });

  test('ends after two minutes without a move, with the last failure', async () => {
    const startMs = performance.now();
    const question = () => Promise.reject(new Error('connection refused'));
    const life = () => (performance.now() - startMs < 300_000 ? String(performance.now()) : 'still');
    const ended = waitWhileAlive('PostgreSQL', question, { life }).catch((error: unknown) => ({
      error,
      afterMs: performance.now() - startMs,
    }));
    await vi.advanceTimersByTimeAsync(500_000);
    const { error, afterMs } = (await ended) as { error: Error; afterMs: number }; // it is rejected
    expect(error.message).toBe('PostgreSQL: nothing has moved for 120 s');
    expect(error.cause).toMatchObject({ message: 'connection refused' });
    expect(afterMs).toBeGreaterThanOrEqual(419_000);
    expect(afterMs).toBeLessThan(422_000);
  });

  test('ends after half an hour, even if it moves', async () => {
    const waiting = waitWhileAlive('the API', () => false, { life: () => String(performance.now()) });
    const ended = expect(waiting).rejects.toThrow('the API: still starting after 1800 s');
    await vi.advanceTimersByTimeAsync(1_801_000);
    await ended;
  });
});

test('a log that grows is a sign of life, and so is processor time', ({ skip }) => {
  skip(process.platform !== 'linux', 'processor time is read from /proc');
  const folder = mkdtempSync(join(tmpdir(), 'volley-life-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const logFile = join(folder, 'log');
  const own = { pid: process.pid, logFile };
  const before = signOfLife(own);
  writeFileSync(logFile, 'a line\n');
  const grown = signOfLife(own);
  expect(grown).not.toBe(before);
  while (signOfLife(own) === grown) JSON.parse('[1]'); // uses processor time
  expect(signOfLife({ pid: 2 ** 30, logFile: join(folder, 'none') })).toBe(`${2 ** 30} 0 `);
});
