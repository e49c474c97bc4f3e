// The uPlot chart. New data updates the existing chart, so a live chart costs a few milliseconds.
import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useFormat } from '../format.ts';
import { useText } from '../text.tsx';
import type { ChartProps, ChartSeries } from './chart.ts';
import classes from './time-drawing.module.css';

const LEGEND_LINE = 28;

/** Reserved lines of the legend for this width, so that the legend does not change height under the pointer. */
const legendHeight = (width: number): number => LEGEND_LINE * (width >= 700 ? 1 : width >= 420 ? 2 : 3);

type Drawn = ChartProps & { readonly height: number };

export function TimeDrawing(props: Drawn) {
  const { times, series, kind, height, write, by } = props;
  const { ref: sized, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sized, place);
  const chart = useRef<uPlot | undefined>(undefined);
  const scheme = useComputedColorScheme();
  const format = useFormat();
  const timeName = useText()('kit.time');
  const shape = series.map(({ key, label, tone }) => `${key} ${label} ${tone}`).join('|');
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (width === 0 || place.current === null) return;
    const made = new uPlot(
      options(latest.current, {
        width,
        height: height - LEGEND_LINE,
        number: write ?? format.number,
        time: format.time,
        dateTime: by === 'day' ? format.date : format.dateTime,
        timeName,
      }),
      numbersOf(latest.current),
      place.current,
    );
    chart.current = made;
    return () => {
      made.destroy();
      chart.current = undefined;
    };
    // Rebuilt only when its form changes: `shape` covers the series, `scheme` the colors.
  }, [width, height, shape, kind, scheme, format, write, timeName, by]);

  useEffect(() => chart.current?.setData(numbersOf({ times, series, kind })), [times, series, kind]);
  return (
    <div
      ref={ref}
      className={classes['drawing']}
      style={{ height: height - LEGEND_LINE + legendHeight(width) }}
      aria-hidden="true"
    />
  );
}

/** Stacked bars: each series carries the sum of those below it. */
function numbersOf({ times, series, kind }: Pick<ChartProps, 'times' | 'series' | 'kind'>): uPlot.AlignedData {
  if (kind === 'lines') return [[...times], ...series.map(({ values }) => [...values])];
  const sums = times.map(() => 0);
  const stacked = series.map(({ values }) =>
    values.map((value, at) => {
      sums[at] = (sums[at] ?? 0) + (value ?? 0);
      return sums[at] ?? 0;
    }),
  );
  // The tallest series first, so that lower ones are drawn over it.
  return [[...times], ...stacked.reverse()];
}

type Writing = {
  readonly width: number;
  readonly height: number;
  readonly number: (value: number) => string;
  readonly time: (at: Date) => string;
  readonly dateTime: (at: Date) => string;
  /** Text of the legend; an empty one would fall back to uPlot's English. */
  readonly timeName: string;
};

function options(
  { series, kind, by }: ChartProps,
  { width, height, number, time, dateTime, timeName }: Writing,
): uPlot.Options {
  const color = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const axis = {
    stroke: color('--mantine-color-dimmed'),
    grid: { stroke: color('--hairline'), width: 1 },
    ticks: { show: false },
  };
  const drawn = kind === 'bars' ? series.toReversed() : series;
  return {
    width,
    height,
    legend: { show: true, live: true },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { range: (chart, low, high) => widened(low, high, kind, chart.data[0]) },
      y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        values: (_chart, splits, ...[, , step]) =>
          splits.map((at) => (by === 'day' ? dayText(at) : time(new Date(at * 1_000)).slice(0, step < 60 ? 8 : 5))),
        space: 64,
        // A date stands under its own bar.
        ...(by === 'day' && { splits: (chart) => daySplits([...(chart.data[0] ?? [])]) }),
      },
      { ...axis, size: 64, values: (_chart, splits) => splits.map((value) => number(value)) },
    ],
    series: [
      { label: timeName, value: (_chart, at) => (at === null ? '' : dateTime(new Date(at * 1_000))) },
      ...drawn.map((one) => seriesOptions(one, kind, color(`--tone-${one.tone}-fill`), own(number))),
    ],
  };
}

const DAY_LABELS_MAX = 16;

/** Every nth day, the last one included. */
function daySplits(times: readonly number[]): number[] {
  const step = Math.ceil(times.length / DAY_LABELS_MAX);
  return times.filter((_, at) => (times.length - 1 - at) % step === 0);
}

/** Day and month, as in `15.11`. */
function dayText(at: number): string {
  const [, month = '', day = ''] = new Date(at * 1_000).toISOString().slice(0, 10).split('-');
  return `${day}.${month}`;
}

const LEAST_STEPS = 12;
const DEFAULT_STEP_SECONDS = 60;

/** Bars stay inside the axes, and two points do not stretch over the whole width. */
function widened(low: number, high: number, kind: ChartProps['kind'], times: ArrayLike<number> = []): [number, number] {
  const { 0: first = low, 1: second = first + DEFAULT_STEP_SECONDS } = times;
  const step = second - first;
  const room = kind === 'bars' ? step / 2 : 0;
  return [low - room, Math.max(high + room, low - room + (kind === 'bars' ? LEAST_STEPS * step : step))];
}

/** The legend of a stacked series shows its own value: the drawn sum minus the sum below it. */
function own(number: (value: number) => string): uPlot.Series.Value {
  return ({ data }, _drawn, series, at) =>
    at === null ? '' : number((data[series]?.[at] ?? 0) - (data[series + 1]?.[at] ?? 0));
}

/** Above this count the gaps between thin bars would look like a hatch. */
const MANY_BARS = 60;

function seriesOptions(
  { label, dashed, values }: ChartSeries,
  kind: ChartProps['kind'],
  color: string,
  value: uPlot.Series.Value,
): uPlot.Series {
  if (kind === 'lines')
    return { label, stroke: color, width: 2, points: { show: false }, ...(dashed === true && { dash: [6, 5] }) };
  const paths = uPlot.paths.bars?.(values.length > MANY_BARS ? { size: [1, 40] } : { size: [0.8, 40], gap: 1 });
  return { label, fill: color, stroke: color, width: 0, points: { show: false }, value, ...(paths && { paths }) };
}
