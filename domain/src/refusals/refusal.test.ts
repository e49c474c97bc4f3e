import { expect, test } from 'vitest';
import type { RefusalDetails, RefusalReason } from './refusal.ts';
import { REFUSALS, Refusal, refusalOf } from './refusal.ts';

test.each<[RefusalReason, RefusalDetails | undefined, string]>([
  ['not-found', { kind: 'Dispatch', id: 17 }, 'Dispatch 17 not found'],
  ['not-found', { kind: 'Path' }, 'Path not found'],
  ['not-found', undefined, 'not found'],
  ['dispatch-status', { status: 'STARTED' }, 'Inappropriate dispatch status: STARTED'],
  ['dispatch-status', undefined, 'Inappropriate dispatch status'],
  ['bad-request', { field: 'text', problem: 'is required' }, 'Bad Request: text is required'],
  ['bad-request', undefined, 'Bad Request'],
  ['sender-unusable', { id: '$&' }, 'Sender $& cannot be used'],
  [
    'sender-unusable',
    { id: 7, field: 'senderIds[0]', problem: 'is suspended' },
    'Sender 7 cannot be used: senderIds[0] is suspended',
  ],
  ['sender-unknown', { id: 9, field: 'senderIds[1]' }, 'Sender 9 is unknown: senderIds[1]'],
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

test('every refusal message is complete without details', () => {
  for (const reason of Object.keys(REFUSALS)) {
    // The keys of REFUSALS are the reasons.
    expect(new Refusal(reason as RefusalReason).message).toMatch(/^[^{}]+[^{}:\s]$/);
  }
});

test.each<[RefusalReason, RefusalDetails | undefined, object[]]>([
  ['bad-request', { field: 'ttl', problem: 'must be between 60 and 86400' }, [{ field: 'ttl', code: 'invalid' }]],
  ['bad-request', { field: 'ttl', problem: 'is required', code: 'required' }, [{ field: 'ttl', code: 'required' }]],
  ['bad-request', { field: 'ttl', problem: 'is odd', code: 'no such code' }, [{ field: 'ttl', code: 'invalid' }]],
  ['company-disabled', undefined, [{ field: 'companyId', code: 'company-disabled' }]],
  ['dispatch-status', { status: 'STARTED' }, [{ field: 'status', reason: 'is STARTED, which does not allow this' }]],
  [
    'sender-not-editable',
    { field: 'dateFrom', status: 'CLOSED' },
    [{ field: 'dateFrom', reason: 'is not editable in status CLOSED' }],
  ],
  ['unsupported-media-type', undefined, [{ field: 'Content-Type', code: 'media-type' }]],
  ['not-found', { kind: 'Dispatch', id: 17 }, []],
  ['unavailable', undefined, []],
])('%s with %j has the faults to fix', (reason, details, faults) => {
  const { found } = new Refusal(reason, details);
  expect(found.faults).toMatchObject(faults);
  expect(found.total).toBe(faults.length);
});

test('the message of a refusal names the first of several faults', () => {
  const faults = [
    { field: 'a', reason: 'is required', code: 'required' },
    { field: 'b', reason: 'must be an integer', code: 'wrong-type' },
  ] as const;
  const refusal = refusalOf({ faults, total: 25 });
  expect(refusal.message).toBe('Bad Request: a is required');
  expect(refusal.found).toEqual({ faults, total: 25 });
});
