import { expect, test } from 'vitest';
import type { RefusalDetails, RefusalReason } from './refusal.ts';
import { REFUSALS, Refusal } from './refusal.ts';

test.each<[RefusalReason, RefusalDetails | undefined, string]>([
  ['not-found', { kind: 'Dispatch', id: 17 }, 'Dispatch 17 not found'],
  ['not-found', { kind: 'Path' }, 'Path not found'],
  ['not-found', undefined, 'not found'],
  ['dispatch-status', { status: 'STARTED' }, 'Inappropriate dispatch status: STARTED'],
  ['dispatch-status', undefined, 'Inappropriate dispatch status'],
  ['bad-request', { field: 'text', problem: 'is required' }, 'Bad Request: text is required'],
  ['bad-request', undefined, 'Bad Request'],
  ['sender-unusable', { id: '$&' }, 'sender $& cannot be used'],
  ['not-authenticated', undefined, 'Not Authenticated'],
])('%s with %j reads %j', (reason, details, message) => {
  const refusal = new Refusal(reason, details);
  expect(refusal.message).toBe(message);
  expect(refusal.reason).toBe(reason);
  expect(refusal.details).toEqual(details);
});

test('a refusal is an error with a name and may carry its cause', () => {
  const cause = new Error('duplicate key');
  const refusal = new Refusal('sender-duplicate', undefined, { cause });
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal.name).toBe('Refusal');
  expect(refusal.cause).toBe(cause);
});

test('every reason reads well without details', () => {
  for (const reason of Object.keys(REFUSALS)) {
    // The keys of the catalogue are the reasons.
    expect(new Refusal(reason as RefusalReason).message).toMatch(/^[^{}]+[^{}:\s]$/);
  }
});
