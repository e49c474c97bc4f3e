import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../tools/proofs/property-runs.ts';
import { isWithin, joinRanges, RANGE_EVENTS_MAX, rangesOf, readRanges } from './number-ranges.ts';

test('ranges select exactly the chosen events out of the events of a callback target', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 9_000 }), { maxLength: 3_000 });
  fc.assert(
    fc.property(numbers, fc.func(fc.boolean()), (given, isChosen) => {
      const all = given.toSorted((a, b) => a - b);
      const chosen = all.filter(isChosen);
      const rows = rangesOf(all, new Set(chosen));
      const ranges = rows.flatMap(({ numbers: text }) => readRanges(text));
      expect(all.filter((number) => isWithin(ranges, number))).toEqual(chosen);
      expect(rows.every(({ count }) => count > 0 && count <= RANGE_EVENTS_MAX)).toBe(true);
      expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(chosen.length);
    }),
    { numRuns: propertyRuns(50) },
  );
});

test('consecutive events of a target form one range across numbers of other targets', () => {
  expect(rangesOf([1, 3, 5, 9, 20], new Set([1, 3, 5, 20]))).toEqual([{ numbers: '{[1,6),[20,21)}', count: 4 }]);
  expect(rangesOf([1, 2], new Set())).toEqual([]);
});

test('joining ranges keeps all numbers and adds up the counts', () => {
  const joined = joinRanges([
    { numbers: '{[1,6),[20,21)}', count: 4 },
    { numbers: '{[30,40)}', count: 10 },
  ]);
  expect(joined).toEqual({ numbers: '{[1,6),[20,21),[30,40)}', count: 14 });
});

test('no range spans the gap between two of the ranges that the events came from', () => {
  const within = [
    [5, 6],
    [90, 110],
  ] as const;
  expect(rangesOf([5, 90, 100], new Set([5, 90, 100]), within)).toEqual([{ numbers: '{[5,6),[90,101)}', count: 3 }]);
});
