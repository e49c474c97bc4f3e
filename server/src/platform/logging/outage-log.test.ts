import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Logger } from '../log.ts';
import { CONNECTION, createOutageLog, type OutageLog } from './outage-log.ts';

type Line = { readonly what: string; readonly failures: number; readonly seconds: number; readonly msg: string };

let lines: Line[];
let outages: OutageLog;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const warn = ({ err: _error, ...facts }: { err?: unknown } & Omit<Line, 'msg'>, msg: string) =>
    void lines.push({ ...facts, msg });
  // The outage log writes warnings only.
  outages = createOutageLog({ warn } as unknown as Logger, 'broker');
});

afterEach(() => {
  outages.close();
  vi.useRealTimers();
});

const failEvery = (what: string, ms: number, times: number) => {
  for (let at = 0; at < times; at += 1) {
    outages.failed(what, new Error('refused'));
    vi.advanceTimersByTime(ms);
  }
};

test('an outage has a line at its start, one per minute with the failures, and one at its end with the duration', () => {
  failEvery('publish', 1_000, 150);
  outages.worked('publish');
  expect(lines).toEqual([
    { what: 'publish', failures: 1, seconds: 0, msg: 'broker trouble' },
    { what: 'publish', failures: 60, seconds: 60, msg: 'broker trouble' },
    { what: 'publish', failures: 120, seconds: 120, msg: 'broker trouble' },
    { what: 'publish', failures: 150, seconds: 150, msg: 'broker works again' },
  ]);
});

test('an outage without further attempts has its line per minute too', () => {
  outages.failed(CONNECTION, new Error('gone'));
  vi.advanceTimersByTime(125_000);
  expect(lines.map(({ seconds }) => seconds)).toEqual([0, 60, 120]);
});

test('an operation that never failed and one that goes on working write nothing', () => {
  outages.worked('publish');
  outages.failed('consume', new Error('gone'));
  outages.worked('publish');
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(1);
});

test('while the connection is away, the failures of all operations are its failures', () => {
  outages.failed(CONNECTION, new Error('gone'));
  failEvery('publish', 1_000, 5);
  failEvery('consume', 1_000, 5);
  outages.worked(CONNECTION);
  expect(lines).toEqual([
    { what: CONNECTION, failures: 1, seconds: 0, msg: 'broker trouble' },
    { what: CONNECTION, failures: 11, seconds: 10, msg: 'broker works again' },
  ]);
});

test('an operation that fails and works in turn writes one pair of lines per minute', () => {
  for (let at = 0; at < 120; at += 1) {
    outages.failed('publish', new Error('refused'));
    vi.advanceTimersByTime(500);
    outages.worked('publish');
    vi.advanceTimersByTime(500);
  }
  expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
    ['broker trouble', 1],
    ['broker works again', 1],
    ['broker trouble', 60],
    ['broker works again', 60],
  ]);
});

test('no timer is left after the end of an outage', () => {
  outages.failed('publish', new Error('refused'));
  outages.worked('publish');
  expect(vi.getTimerCount()).toBe(0);
});
