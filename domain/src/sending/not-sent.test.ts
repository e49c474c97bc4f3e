import { expect, test } from 'vitest';
import { MESSAGE_ERRORS } from './message-error.ts';
import { DUPLICATE_CODE, NOT_SENT_REASONS, notSentReason } from './not-sent.ts';

test.for([
  [DUPLICATE_CODE, 'duplicate'],
  [7401, 'bad-number'],
  [453, 'blacklist'],
  [457, 'no-sender'],
  [7002, 'stopped'],
  [9999, 'other'],
] as const)('error %i has the reason %s', ([code, reason]) => {
  expect(notSentReason(code)).toBe(reason);
});

test('every reason belongs to a known error code', () => {
  const reasons = [DUPLICATE_CODE, ...MESSAGE_ERRORS.map(({ code }) => code)].map(notSentReason);
  expect([...new Set(reasons)].toSorted()).toEqual([...NOT_SENT_REASONS].toSorted());
});

test('a repeated number is not a message error', () => {
  expect(MESSAGE_ERRORS.map(({ code }) => code)).not.toContain(DUPLICATE_CODE);
});
