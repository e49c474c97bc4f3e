import { expect, test } from 'vitest';
import {
  type DispatchFacts,
  factsOfStatuses,
  MESSAGING_DISPATCH_STATUSES,
  messagingStatusOf,
} from './messaging-dispatch-status.ts';

const sending: DispatchFacts = { status: 'STARTED', isUnsent: true, isBegun: true, isHeld: false, isOverdue: false };

test.each([
  ['initiated', { status: 'CREATED' }],
  ['initiated', { status: 'CREATED', isHeld: true }],
  ['scheduled', { isBegun: false }],
  ['scheduled', { isBegun: false, isHeld: true }],
  ['sending', {}],
  ['paused', { isHeld: true }],
  ['changing', { isOverdue: true }],
  ['changing', { isOverdue: true, isHeld: true }],
  ['awaiting', { isUnsent: false }],
  ['awaiting', { isUnsent: false, isOverdue: true, isHeld: true }],
  ['done', { status: 'COMPLETED', isUnsent: false }],
  ['stopped', { status: 'STOPPED' }],
  ['stopped', { status: 'STOPPED', isUnsent: false }],
] as const)('%s: %o', (status, facts) => {
  expect(messagingStatusOf({ ...sending, ...facts })).toBe(status);
});

test('every combination of facts has exactly one status, and every status has a combination', () => {
  const counts = MESSAGING_DISPATCH_STATUSES.map((name) => factsOfStatuses([name]).length);
  expect(counts.every((count) => count > 0)).toBe(true);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(64);
  expect(factsOfStatuses(MESSAGING_DISPATCH_STATUSES)).toHaveLength(64);
});
