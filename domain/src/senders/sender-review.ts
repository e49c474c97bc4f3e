// Review of sender names by staff: allowed verdicts per status, and the age of a waiting request. Verdicts map to
// events of the status table and are named after the resulting status.
import { nextSenderStatus, type SenderEvent, type SenderStatus } from './sender-status.ts';

export const REVIEW_VERDICTS = ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'APPROVED', 'REJECTED', 'DENIED'] as const;

export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

const EVENT_OF = {
  INTERNAL_REVIEW: 'take',
  EXTERNAL_REVIEW: 'forward',
  APPROVED: 'accept',
  REJECTED: 'reject',
  DENIED: 'deny',
} as const satisfies Record<ReviewVerdict, SenderEvent>;

export function reviewMoves(from: SenderStatus): ReviewVerdict[] {
  return REVIEW_VERDICTS.filter((verdict) => nextSenderStatus(from, EVENT_OF[verdict]) !== undefined);
}

/** Statuses that wait for the platform or an operator. */
export const REVIEWED_STATUSES: readonly SenderStatus[] = ['PRE_REVIEW', 'INTERNAL_REVIEW', 'EXTERNAL_REVIEW'];

export type ReviewAge = 'fresh' | 'due' | 'late';

const HOUR_MS = 3_600_000;
/** Staff claim a request within one day and decide within three days. An operator may take ten days. */
const LIMIT_HOURS: Readonly<Partial<Record<SenderStatus, { due: number; late: number }>>> = {
  PRE_REVIEW: { due: 8, late: 24 },
  INTERNAL_REVIEW: { due: 24, late: 72 },
  EXTERNAL_REVIEW: { due: 120, late: 240 },
};

/** Undefined: the status waits for neither staff nor an operator. */
export function reviewAge(status: SenderStatus, waitedMs: number): ReviewAge | undefined {
  const limit = LIMIT_HOURS[status];
  if (limit === undefined) return undefined;
  if (waitedMs >= limit.late * HOUR_MS) return 'late';
  return waitedMs >= limit.due * HOUR_MS ? 'due' : 'fresh';
}
