import { expect, test } from 'vitest';
import { columnsOf, heatOf, joined, type Point, withPoint } from './points.ts';

const START = Date.parse('2026-11-15T09:00:00Z');
const point = (second: number, accepted = second): Point => ({
  at: new Date(START + second * 1_000).toISOString(),
  rates: { accepted, submitted: 0, delivered: 0, failed: 0 },
});

test('one reading per second is kept, for at most ten minutes', () => {
  let points: readonly Point[] = [];
  for (let second = 0; second < 900; second += 1) points = withPoint(withPoint(points, point(second)), point(second));
  expect([points.length, points[0], points.at(-1)]).toEqual([600, point(300), point(899)]);
});

test('an older reading changes nothing', () => {
  const points = [point(5)];
  expect(withPoint(points, point(4))).toBe(points);
});

test('only fresh readings are kept after a long sleep', () => {
  expect(withPoint([point(0), point(1)], point(5_000))).toEqual([point(5_000)]);
});

test('readings from before the page was opened come first', () => {
  expect(joined([point(1), point(2)], [point(2), point(3)])).toEqual([point(1), point(2), point(3)]);
});

test('a reading without rates is a gap', () => {
  const gap = { at: point(7).at, rates: null };
  expect(columnsOf([point(6), gap]).values.accepted).toEqual([6, null]);
});

test('failures are a table of errors and operators, the most frequent first', () => {
  const failures = [
    { operator: 'MTS' as const, errorCode: 453, count: 2 },
    { operator: 'TELE2' as const, errorCode: 7, count: 9 },
    { operator: 'MTS' as const, errorCode: 7, count: 1 },
    { operator: null, errorCode: null, count: 1 },
  ];
  expect(heatOf(failures)).toEqual({
    operators: ['MTS', 'TELE2', null],
    most: 9,
    rows: [
      { errorCode: 7, counts: [1, 9, 0], total: 10 },
      { errorCode: 453, counts: [2, 0, 0], total: 2 },
      { errorCode: null, counts: [0, 0, 1], total: 1 },
    ],
  });
});
