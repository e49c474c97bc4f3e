// The review of sender names as staff work it: where a name may be moved from its present status, and when it has
// waited too long. The moves are those of the status table, named by where they lead.
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

/** What staff may decide about a name in this status. */
export function reviewMoves(from: SenderStatus): ReviewVerdict[] {
  return REVIEW_VERDICTS.filter((verdict) => nextSenderStatus(from, EVENT_OF[verdict]) !== undefined);
}

/** Statuses in which the platform holds the ball; in the others somebody else does, or nobody. */
export const REVIEWED_STATUSES: readonly SenderStatus[] = ['PRE_REVIEW', 'INTERNAL_REVIEW', 'EXTERNAL_REVIEW'];

export type ReviewAge = 'fresh' | 'due' | 'late';

const HOUR_MS = 3_600_000;
/** Ours to take and to judge within a day and three; an operator may need ten days. */
const LIMIT_HOURS: Readonly<Partial<Record<SenderStatus, { due: number; late: number }>>> = {
  PRE_REVIEW: { due: 8, late: 24 },
  INTERNAL_REVIEW: { due: 24, late: 72 },
  EXTERNAL_REVIEW: { due: 120, late: 240 },
};

/** Undefined where nobody here is waited for. */
export function reviewAge(status: SenderStatus, waitedMs: number): ReviewAge | undefined {
  const limit = LIMIT_HOURS[status];
  if (limit === undefined) return undefined;
  if (waitedMs >= limit.late * HOUR_MS) return 'late';
  return waitedMs >= limit.due * HOUR_MS ? 'due' : 'fresh';
}
