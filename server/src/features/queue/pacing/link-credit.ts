// Credit of a link: messages that may be on the bus or on the wire at a time, about two seconds of its rate.
import type { OpenLink } from './pace.sql.ts';

export const BATCH_MAX = 250;
/** A batch is at most a quarter of a second of the rate of its link, so that a stop takes effect at once. */
const BATCHES_PER_SECOND = 4;
const CREDIT_SECONDS = 2;
const UNTHROTTLED_CREDIT = 12_000;

type Rated = Pick<OpenLink, 'rate_per_second'>;

export function creditOf({ rate_per_second: rate }: Rated): number {
  return rate === null ? UNTHROTTLED_CREDIT : Math.max(rate * CREDIT_SECONDS, 1);
}

/** Expected throughput of a link in messages per second. */
export function perSecondOf(link: Rated): number {
  return creditOf(link) / CREDIT_SECONDS;
}

export function batchSize({ rate_per_second: rate }: Rated): number {
  return rate === null ? BATCH_MAX : Math.min(BATCH_MAX, Math.max(1, Math.ceil(rate / BATCHES_PER_SECOND)));
}
