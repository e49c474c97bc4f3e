import { expect, test } from 'vitest';
import { drawTable, growths, type Look, windowsOf } from './backlog-windows.ts';

const looksOf = (receipts: readonly number[]): Look[] =>
  receipts.map((count, second) => ({ atMs: second * 1_000, receipts: count, doubts: 0, outcomes: 0 }));
const steps = (...heights: readonly number[]) => looksOf(heights.flatMap((height) => Array<number>(10).fill(height)));

test('a shrinking or constant backlog is not a growth', () => {
  expect(growths(windowsOf(steps(500, 400, 400, 0), 0), 0)).toEqual([]);
});

test('a period above the period before is a growth, unless within the noise', () => {
  const windows = windowsOf(steps(100, 300, 200), 0);
  expect(growths(windows, 0)).toEqual([{ fromMs: 10_000, receipts: 3_000, doubts: 0, outcomes: 0 }]);
  expect(growths(windows, 200)).toEqual([]);
});

test('the growth is measured over all three queues together', () => {
  const looks = steps(10, 0).map((look, at) => (at < 10 ? look : { ...look, doubts: 6, outcomes: 6 }));
  expect(growths(windowsOf(looks, 0), 0)).toHaveLength(1);
});

test('samples before the end of the waits and incomplete periods are not checked', () => {
  expect(windowsOf(steps(0, 900, 900), 10_000)).toHaveLength(2);
  expect(windowsOf(steps(1).slice(1), 0)).toEqual([]);
});

test('the table of the backlog has a line per period', () => {
  expect(drawTable(steps(4, 2), 0)).toHaveLength(3);
});
