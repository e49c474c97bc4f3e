// Message states at each moment, computed from the moves of each interval. The four states always add up to the
// accepted messages.
import type { Breakdown } from './dispatch-shapes.ts';

export type StatusSeries = {
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly delivered: readonly number[];
  readonly failed: readonly number[];
  readonly withOperator: readonly number[];
  readonly queued: readonly number[];
};

export function statusSeries(points: Breakdown['points'], accepted: number): StatusSeries {
  let [sent, delivered, failed, unsent] = [0, 0, 0, 0];
  const sums = points.map((point) => {
    sent += point.sent;
    delivered += point.delivered;
    failed += point.failed;
    unsent += point.unsent;
    return {
      delivered,
      failed,
      // Clock skew: a receipt may fall into the interval before its hand-over.
      withOperator: Math.max(0, sent - delivered - (failed - unsent)),
      queued: Math.max(0, accepted - sent - unsent),
    };
  });
  return {
    times: points.map(({ at }) => Date.parse(at) / 1000),
    delivered: sums.map((sum) => sum.delivered),
    failed: sums.map((sum) => sum.failed),
    withOperator: sums.map((sum) => sum.withOperator),
    queued: sums.map((sum) => sum.queued),
  };
}
