// Sets of event numbers as ranges. A range covers all events of a callback target between its bounds, so events
// that are neighbors for the target form one range even if events of other targets lie between them.

/** Events per row of `callback_ranges`. */
export const RANGE_EVENTS_MAX = 1_000;

/** [from, below). */
export type NumberRange = readonly [number, number];

export type WaitingRange = { readonly numbers: string; readonly count: number };

/**
 * Rows of at most 1,000 `chosen` numbers. `all`: the target's events in order, a superset of `chosen`. No range spans a
 * gap between two ranges of `within`: the target may have events there that are not in `all`.
 */
export function rangesOf(
  all: readonly number[],
  chosen: ReadonlySet<number>,
  within: readonly NumberRange[] = [[0, Number.POSITIVE_INFINITY]],
): WaitingRange[] {
  const rows: WaitingRange[] = [];
  let ranges: [number, number][] = [];
  let count = 0;
  let inRun = false;
  const close = () => {
    if (count > 0) rows.push({ numbers: writeRanges(ranges), count });
    ranges = [];
    count = 0;
    inRun = false;
  };
  for (const number of all) {
    const run = ranges.at(-1);
    if (!chosen.has(number)) inRun = false;
    else {
      if (inRun && run !== undefined && isTogether(within, run[0], number)) run[1] = number + 1;
      else ranges.push([number, number + 1]);
      inRun = true;
      count += 1;
      if (count === RANGE_EVENTS_MAX) close();
    }
  }
  close();
  return rows;
}

const isTogether = (ranges: readonly NumberRange[], first: number, last: number) =>
  ranges.some(([from, below]) => first >= from && last < below);

/** Ranges of sorted numbers that include no other number. */
export function exactRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const run = ranges.at(-1);
    if (run?.[1] === number) run[1] = number + 1;
    else ranges.push([number, number + 1]);
  }
  return writeRanges(ranges);
}

export function joinRanges(rows: readonly WaitingRange[]): WaitingRange {
  const ranges = rows.flatMap(({ numbers }) => readRanges(numbers));
  return { numbers: writeRanges(ranges), count: rows.reduce((sum, { count }) => sum + count, 0) };
}

/** PostgreSQL's spelling of a multirange: `{[1,5),[9,10)}`. */
export function readRanges(text: string): [number, number][] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, below]) => [Number(from), Number(below)]);
}

function writeRanges(ranges: readonly NumberRange[]): string {
  return `{${ranges.map(([from, below]) => `[${from},${below})`).join(',')}}`;
}

export function isWithin(ranges: readonly NumberRange[], number: number): boolean {
  return ranges.some(([from, below]) => number >= from && number < below);
}
