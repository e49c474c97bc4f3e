import { expect, test } from 'vitest';
import { REVIEWED_STATUSES, reviewAge, reviewMoves } from './sender-review.ts';
import { SENDER_STATUSES } from './sender-status.ts';

test('staff are offered exactly the verdicts of the status table', () => {
  expect(Object.fromEntries(SENDER_STATUSES.map((status) => [status, reviewMoves(status)]))).toEqual({
    DRAFT: [],
    PRE_REVIEW: ['INTERNAL_REVIEW', 'REJECTED'],
    INTERNAL_REVIEW: ['EXTERNAL_REVIEW', 'REJECTED'],
    EXTERNAL_REVIEW: ['APPROVED', 'REJECTED', 'DENIED'],
    AWAITING: [],
    APPROVED: ['DENIED'],
    REJECTED: [],
    DENIED: [],
    CLOSED: [],
  });
});

test.each([
  ['PRE_REVIEW', 0, 'fresh'],
  ['PRE_REVIEW', 8, 'due'],
  ['PRE_REVIEW', 24, 'late'],
  ['INTERNAL_REVIEW', 23, 'fresh'],
  ['INTERNAL_REVIEW', 24, 'due'],
  ['INTERNAL_REVIEW', 72, 'late'],
  ['EXTERNAL_REVIEW', 119, 'fresh'],
  ['EXTERNAL_REVIEW', 239, 'due'],
  ['EXTERNAL_REVIEW', 240, 'late'],
  ['APPROVED', 9_999, undefined],
  ['DRAFT', 9_999, undefined],
] as const)('a name in %s for %i hours is %s', (status, hours, age) => {
  expect(reviewAge(status, hours * 3_600_000)).toBe(age);
});

test('exactly the statuses under review have a review age', () => {
  for (const status of SENDER_STATUSES)
    expect(reviewAge(status, 0) !== undefined).toBe(REVIEWED_STATUSES.includes(status));
});
