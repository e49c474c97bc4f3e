import { expect, test } from 'vitest';
import { pathOf, plotSpending, roundTop } from './spend-plot.ts';

const DAY = 86_400_000;
const facts = {
  from: 0,
  to: 10 * DAY,
  now: 4.5 * DAY,
  totals: [10, 20, 20, 40, 50],
  reserved: 10,
  forecast: 100,
  limit: 80,
};

test.each([
  [1, 1],
  [1.2, 2],
  [30, 40],
  [45, 50],
  [51, 100],
  [999_999_999.99, 1_000_000_000],
])('the axis for %d ends at %d', (value, top) => {
  expect(roundTop(value)).toBe(top);
});

test('a day ends at midnight, today ends now, and the forecast ends with the month', () => {
  const { spent, forecast, reserved, limitY, ticks } = plotSpending(facts, 100, 100);
  expect(spent).toEqual([
    [0, 100],
    [10, 90],
    [20, 80],
    [30, 80],
    [40, 60],
    [45, 50],
  ]);
  expect(forecast).toEqual([
    [45, 50],
    [100, 0],
  ]);
  expect(reserved?.[2]).toEqual([100, 40]);
  expect(limitY).toBeCloseTo(20, 9);
  expect(ticks.map(({ value }) => value)).toEqual([0, 50, 100]);
});

test('a limit far above the spending stretches the axis', () => {
  const plot = plotSpending({ ...facts, limit: 301 }, 100, 100);
  expect(plot.limitY).toBeCloseTo(24.75, 9);
  expect(plot.ticks.at(-1)?.value).toBe(400);
});

test('a month without spending is a line at zero', () => {
  const plot = plotSpending({ ...facts, totals: [0], reserved: 0, forecast: undefined, limit: undefined }, 100, 100);
  expect(plot).toMatchObject({ reserved: undefined, forecast: undefined, limitY: undefined });
  expect(pathOf(plot.spent)).toBe('M0 100L10 100');
});
