// Where the messages were at each moment, from what moved within each slot of time. The four states of a slot add up
// to all that was accepted, as they do everywhere.
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
      // A receipt may be of a slot before its hand-over by a clock's breadth.
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
