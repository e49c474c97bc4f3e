import { expect, test } from 'vitest';
import { addsTo, paint, paintingOf, rangesOf, unite } from './painted-ranges.ts';

const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count });
const coverage = (functionName: string, ...ranges: ReturnType<typeof range>[]) => ({
  functionName,
  ranges,
  isBlockCoverage: true,
});
const module = coverage('', range(0, 100, 1));

test('a function that ran is painted without its blocks that did not run', () => {
  const painting = paint([module, coverage('a', range(10, 50, 3), range(20, 30, 0))]);
  expect(rangesOf(painting ?? new Uint8Array())).toEqual([10, 20, 30, 50]);
});

test('a module whose functions did not run is not painted', () => {
  expect(paint([module, coverage('a', range(10, 50, 0))])).toBeUndefined();
});

test('a block adds to a run of the same function without the block', () => {
  const idle = paintingOf([10, 20, 30, 50]);
  expect(addsTo(idle, paintingOf([10, 50]))).toBe(true);
  expect(addsTo(idle, paintingOf([12, 18]))).toBe(false);
  expect(addsTo(undefined, paintingOf([12, 18]))).toBe(true);
});

test('paintings of different lengths are united', () => {
  expect(rangesOf(unite(paintingOf([10, 20]), paintingOf([15, 40])))).toEqual([10, 40]);
  expect(rangesOf(unite(paintingOf([15, 40]), paintingOf([10, 20])))).toEqual([10, 40]);
});
