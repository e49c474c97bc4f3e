import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Logger } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createWorkerLoops } from '../worker-loop.ts';
import { createRoundLog, type RoundLog } from './round-log.ts';

type Line = { readonly loop: string; readonly failures: number; readonly seconds: number; readonly msg: string };

let lines: Line[];
let log: Logger;
let rounds: RoundLog;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const warn = ({ err: _error, ...facts }: { err?: unknown } & Omit<Line, 'msg'>, msg: string) =>
    void lines.push({ ...facts, msg });
  // Loops write warnings only.
  log = { warn } as unknown as Logger;
  rounds = createRoundLog(log, 'sweep');
});
afterEach(() => {
  vi.useRealTimers();
});

const FAILED = 'round failed, trying again';
const SUCCEEDED = 'round succeeded again';

const failEvery = (ms: number, times: number) => {
  for (let at = 0; at < times; at += 1) {
    rounds.failed(new Error('no database'));
    vi.advanceTimersByTime(ms);
  }
};

test('failures have a line at the start, one per minute with their number, and one at the end', () => {
  failEvery(5_000, 30);
  rounds.succeeded();
  rounds.succeeded();
  expect(lines).toEqual([
    { loop: 'sweep', failures: 1, seconds: 0, msg: FAILED },
    { loop: 'sweep', failures: 13, seconds: 60, msg: FAILED },
    { loop: 'sweep', failures: 25, seconds: 120, msg: FAILED },
    { loop: 'sweep', failures: 30, seconds: 150, msg: SUCCEEDED },
  ]);
});

test('rounds that succeed write nothing', () => {
  rounds.succeeded();
  expect(lines).toEqual([]);
});

test('a loop that fails and succeeds in turn writes one pair of lines per minute and loses no failure', () => {
  for (let at = 0; at < 13; at += 1) {
    rounds.failed(new Error('deadlock'));
    rounds.succeeded();
    vi.advanceTimersByTime(5_000);
  }
  expect(lines).toEqual([
    { loop: 'sweep', failures: 1, seconds: 0, msg: FAILED },
    { loop: 'sweep', failures: 1, seconds: 0, msg: SUCCEEDED },
    { loop: 'sweep', failures: 12, seconds: 0, msg: FAILED },
    { loop: 'sweep', failures: 12, seconds: 0, msg: SUCCEEDED },
  ]);
});

test('while the database is away for ten minutes, each loop writes a line per minute and counts every failure', async () => {
  const metrics = createMetrics('test');
  const loops = createWorkerLoops(log, metrics);
  let isAway = true;
  let failed = 0;
  const round = async () => {
    if (!isAway) return false;
    failed += 1;
    throw new Error('no database');
  };
  const running = ['sweep', 'evidence'].map((name) => loops.start({ name, idleMs: 1_000, round }));
  await vi.advanceTimersByTimeAsync(600_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  for (const name of ['sweep', 'evidence']) {
    const own = lines.filter(({ loop }) => loop === name);
    expect(own.map(({ msg }) => msg)).toEqual([...Array<string>(10).fill(FAILED), SUCCEEDED]);
    expect(own.at(-1)?.failures).toBe(failed / 2);
  }
  expect(failed / 2).toBeGreaterThan(100);
  const exported = await metrics.registry.metrics();
  expect(exported).toMatch(new RegExp(`^volley_loop_errors_total\\{.*loop="sweep".*\\} ${failed / 2}$`, 'm'));
  const stopping = Promise.all(running.map((loop) => loop.stop()));
  await vi.advanceTimersByTimeAsync(10_000);
  await stopping;
});
