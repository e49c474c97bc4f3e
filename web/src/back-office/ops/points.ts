// The last ten minutes: the history from the server plus every reading since the page was opened.
import type * as contract from '@volley/contract/back-office/delivery/ops.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

type Ops = ReplyOf<typeof contract.getOps>;
export type Now = Ops['now'];
export type Point = Ops['points'][number];

const WINDOW_SECONDS = 600;

const secondsOf = ({ at }: Point) => Math.floor(Date.parse(at) / 1_000);

/** A point per second, in order, none older than ten minutes. */
export function withPoint(points: readonly Point[], next: Point): readonly Point[] {
  const last = points.at(-1);
  if (last !== undefined && secondsOf(last) >= secondsOf(next)) return points;
  const from = secondsOf(next) - WINDOW_SECONDS;
  const kept = points.findIndex((point) => secondsOf(point) > from);
  return [...(kept <= 0 ? (kept === 0 ? points : []) : points.slice(kept)), next];
}

/** Merges the readings of two sources, one per second. */
export function joined(before: readonly Point[], since: readonly Point[]): readonly Point[] {
  let all: readonly Point[] = [];
  for (const point of [...before, ...since].toSorted((one, other) => secondsOf(one) - secondsOf(other)))
    all = withPoint(all, point);
  return all;
}

const RATES = ['accepted', 'submitted', 'delivered', 'failed'] as const;
export type Rate = (typeof RATES)[number];

export function columnsOf(points: readonly Point[]): { times: number[]; values: Record<Rate, (number | null)[]> } {
  const of = (rate: Rate) => points.map(({ rates }) => rates?.[rate] ?? null);
  return {
    times: points.map(secondsOf),
    values: { accepted: of('accepted'), submitted: of('submitted'), delivered: of('delivered'), failed: of('failed') },
  };
}

export type HeatRow = { readonly errorCode: number | null; readonly counts: readonly number[]; readonly total: number };
export type Heat = {
  readonly operators: readonly (string | null)[];
  readonly rows: readonly HeatRow[];
  readonly most: number;
};

/** Errors down, operators across; the most frequent error first. */
export function heatOf(failures: Now['failures']): Heat {
  const known = failures.flatMap(({ operator }) => operator ?? []);
  const operators: (string | null)[] = [...new Set(known)].toSorted((one, other) => one.localeCompare(other));
  // Failures with an unknown operator come last.
  if (failures.some(({ operator }) => operator === null)) operators.push(null);
  const codes = [...new Set(failures.map(({ errorCode }) => errorCode))];
  const countOf = (errorCode: number | null, operator: string | null) =>
    failures
      .filter((failure) => failure.errorCode === errorCode && failure.operator === operator)
      .reduce((sum, { count }) => sum + count, 0);
  const rows = codes
    .map((errorCode) => {
      const counts = operators.map((operator) => countOf(errorCode, operator));
      return { errorCode, counts, total: counts.reduce((sum, count) => sum + count, 0) };
    })
    .toSorted((one, other) => other.total - one.total);
  return { operators, rows, most: Math.max(1, ...rows.flatMap(({ counts }) => counts)) };
}
