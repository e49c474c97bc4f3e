import { expect, test } from 'vitest';
import { shareOut } from './rate.ts';

const NOW = 1_720_000_000_000;
const strand = (dispatch_id: number, number: number, waiting: number) => ({ dispatch_id, strand: number, waiting });
const minute = (rate: number, readyMs: number) => ({ rate: { rate, rateTerm: 'm' as const }, readyMs });

test('a dispatch without a rate keeps what it wants', () => {
  const { open, later } = shareOut([strand(1, 1, 5_000)], new Map(), NOW);
  expect(open).toEqual([strand(1, 1, 5_000)]);
  expect(later).toEqual([]);
});

test('the strands of a dispatch share what it may send now, and nothing is left over', () => {
  const strands = [strand(1, 1, 100), strand(1, 2, 1), strand(1, 3, 100), strand(2, 1, 7)];
  const { open } = shareOut(strands, new Map([[1, minute(600, NOW - 10_000)]]), NOW);
  const of = (id: number) => open.filter(({ dispatch_id }) => dispatch_id === id);
  expect(of(1).reduce((sum, { waiting }) => sum + waiting, 0)).toBe(10);
  expect(of(1).find(({ strand: number }) => number === 2)?.waiting).toBe(1);
  expect(of(2)).toEqual([strand(2, 1, 7)]);
});

test('whoever gets nothing is looked at when the next message is ready', () => {
  const paces = new Map([[1, minute(1, NOW + 30_000.5)]]);
  const { open, later } = shareOut([strand(1, 1, 5), strand(1, 2, 5)], paces, NOW);
  expect(open).toEqual([]);
  expect(later.map(({ at }) => at.getTime())).toEqual([NOW + 30_001, NOW + 30_001]);
});

test('with less than one message for each strand, the rest wait for their turn', () => {
  const { open, later } = shareOut([strand(1, 1, 5), strand(1, 2, 5)], new Map([[1, minute(60, NOW)]]), NOW);
  expect(open).toEqual([strand(1, 1, 1)]);
  expect(later.map((one) => one.strand.strand)).toEqual([2]);
});
