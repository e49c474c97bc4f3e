import { findMessageError } from '@volley/domain/sending/message-error.ts';
import { expect, test } from 'vitest';
import { meaningOfStatus } from './errors.ts';
import { readStatusReference } from './status-reference.ts';

test.each([
  ['sent', undefined, { state: 'sent' }],
  ['delivered', undefined, { state: 'delivered' }],
  ['read', undefined, { state: 'read' }],
  ['played', undefined, { state: 'read' }],
  ['deleted', undefined, { state: 'none' }],
  ['failed', 131_026, { state: 'undelivered', errorCode: 456 }],
  ['failed', 131_047, { state: 'undelivered', errorCode: 7404 }],
  ['failed', 131_050, { state: 'undelivered', errorCode: 505 }],
  ['failed', 130_429, { state: 'undelivered', errorCode: 7429 }],
  ['failed', 131_048, { state: 'undelivered', errorCode: 7429 }],
  ['failed', 131_042, { state: 'undelivered', errorCode: 502 }],
  ['failed', 1, { state: 'undelivered', errorCode: 502 }],
  ['failed', undefined, { state: 'undelivered', errorCode: 502 }],
])('the status %s with code %s means %j', (status, code, meaning) => {
  expect(meaningOfStatus(status, code)).toEqual(meaning);
});

test('every failure has a code that clients can look up', () => {
  for (const code of [131_026, 131_047, 131_049, 132_000, 132_001, 100, 130_429, 7]) {
    const { errorCode = 0 } = meaningOfStatus('failed', code);
    expect(findMessageError(errorCode)).toBeDefined();
  }
});

test.each([
  ['40502-79161230001', { reference: '40502', to: '79161230001' }],
  ['40502', { reference: '40502' }],
  [40_502, { reference: 40_502 }],
  ['40502-', { reference: '40502-' }],
  [undefined, { reference: undefined }],
])('the data %j of a status is %j', (value, read) => {
  expect(readStatusReference(value)).toEqual(read);
});
