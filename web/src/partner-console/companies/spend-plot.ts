// Coordinates of a month's spending chart: days to the right, money upwards.
export type SpendFacts = {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** Cumulative since the 1st, one per day until today. */
  readonly totals: readonly number[];
  readonly reserved: number;
  readonly forecast: number | undefined;
  readonly limit: number | undefined;
};

export type Point = readonly [x: number, y: number];

export type SpendPlot = {
  readonly spent: readonly Point[];
  /** The reserve on top of the spending, from now to the end of the month: lower edge and upper edge. */
  readonly reserved: readonly [Point, Point, Point, Point] | undefined;
  readonly forecast: readonly [Point, Point] | undefined;
  readonly limitY: number | undefined;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
};

const DAY_MS = 86_400_000;

export function plotSpending(facts: SpendFacts, width: number, height: number): SpendPlot {
  const { from, to, now, totals, reserved, forecast, limit } = facts;
  const last = totals.at(-1) ?? 0;
  const own = Math.max(last + reserved, forecast ?? 0, 1);
  const top = roundTop(Math.max(own, limit ?? 0));
  const x = (at: number) => ((at - from) / (to - from)) * width;
  const y = (value: number) => height - (Math.max(0, value) / top) * height;
  // A day's total is reached at its end, today's total now.
  const ends = totals.map((value, day): Point => [x(Math.min(from + (day + 1) * DAY_MS, now)), y(value)]);
  const end = x(now);
  return {
    spent: [[0, height], ...ends],
    reserved:
      reserved > 0
        ? [
            [end, y(last)],
            [width, y(last)],
            [width, y(last + reserved)],
            [end, y(last + reserved)],
          ]
        : undefined,
    forecast:
      forecast === undefined
        ? undefined
        : [
            [end, y(last)],
            [width, y(forecast)],
          ],
    limitY: limit === undefined ? undefined : y(limit),
    ticks: [0, 0.5, 1].map((share) => ({ value: top * share, y: height - height * share })),
  };
}

/** Rounds up to 1, 2, 4 or 5 times a power of ten, so that the axis has round numbers. */
export function roundTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

export const pathOf = (points: readonly Point[]) =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`).join('');
