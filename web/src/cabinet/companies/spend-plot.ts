// Where the lines of a month's spending run, in the units of the drawing: days to the right, money upwards.
export type SpendFacts = {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** Since the 1st, for every day until today. */
  readonly totals: readonly number[];
  readonly reserved: number;
  readonly forecast: number | undefined;
  readonly limit: number | undefined;
};

export type Point = readonly [x: number, y: number];

export type SpendPlot = {
  readonly spent: readonly Point[];
  /** What is set aside, on top of what is spent, from now on: lower edge and upper edge. */
  readonly reserved: readonly [Point, Point, Point, Point] | undefined;
  readonly forecast: readonly [Point, Point] | undefined;
  readonly limitY: number | undefined;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
};

const DAY_MS = 86_400_000;
/** A limit much farther away would press the line to the ground; it is then only told. */
const LIMIT_NEAR = 3;

export function plotSpending(facts: SpendFacts, width: number, height: number): SpendPlot {
  const { from, to, now, totals, reserved, forecast, limit } = facts;
  const last = totals.at(-1) ?? 0;
  const own = Math.max(last + reserved, forecast ?? 0, 1);
  const isLimitNear = limit !== undefined && limit <= own * LIMIT_NEAR;
  const top = roundTop(isLimitNear ? Math.max(own, limit) : own);
  const x = (at: number) => ((at - from) / (to - from)) * width;
  const y = (value: number) => height - (Math.max(0, value) / top) * height;
  // A day's total is reached when it ends; today's is reached now.
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
    limitY: isLimitNear ? y(limit) : undefined,
    ticks: [0, 0.5, 1].map((share) => ({ value: top * share, y: height - height * share })),
  };
}

/** The next of 1, 2, 4 or 5 times a power of ten, so that the marks are numbers people use. */
export function roundTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

export const pathOf = (points: readonly Point[]) =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`).join('');
