import { expect, test } from 'vitest';
import { shareAllowance } from './rate.ts';

const NOW = 1_720_000_000_000;
const strand = (dispatch_id: number, number: number, waiting: number) => ({ dispatch_id, strand: number, waiting });
const minute = (rate: number, readyMs: number) => ({ rate: { rate, rateTerm: 'm' as const }, readyMs });

test('a dispatch without a rate may send all its waiting messages', () => {
  const { open, later } = shareAllowance([strand(1, 1, 5_000)], new Map(), NOW);
  expect(open).toEqual([strand(1, 1, 5_000)]);
  expect(later).toEqual([]);
});

test('the strands of a dispatch share its whole allowance', () => {
  const strands = [strand(1, 1, 100), strand(1, 2, 1), strand(1, 3, 100), strand(2, 1, 7)];
  const { open } = shareAllowance(strands, new Map([[1, minute(600, NOW - 10_000)]]), NOW);
  const openOf = (id: number) => open.filter(({ dispatch_id }) => dispatch_id === id);
  expect(openOf(1).reduce((sum, { waiting }) => sum + waiting, 0)).toBe(10);
  expect(openOf(1).find(({ strand: number }) => number === 2)?.waiting).toBe(1);
  expect(openOf(2)).toEqual([strand(2, 1, 7)]);
});

test('a strand without a share waits until the next message of the dispatch is ready', () => {
  const paces = new Map([[1, minute(1, NOW + 30_000.5)]]);
  const { open, later } = shareAllowance([strand(1, 1, 5), strand(1, 2, 5)], paces, NOW);
  expect(open).toEqual([]);
  expect(later.map(({ at }) => at.getTime())).toEqual([NOW + 30_001, NOW + 30_001]);
});

test('an allowance below one message per strand goes to the first strands and the others wait', () => {
  const { open, later } = shareAllowance([strand(1, 1, 5), strand(1, 2, 5)], new Map([[1, minute(60, NOW)]]), NOW);
  expect(open).toEqual([strand(1, 1, 1)]);
  expect(later.map((one) => one.strand.strand)).toEqual([2]);
});
