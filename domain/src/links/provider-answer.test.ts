import { describe, expect, test } from 'vitest';
import { meaningOfAnswer, meaningOfStatus, readProviderCode, readProviderId } from './provider-answer.ts';

describe('the answer to a message', () => {
  test.each([
    [200, undefined, { kind: 'ok' }],
    [202, 456, { kind: 'ok' }],
    [429, undefined, { kind: 'throttled' }],
    [500, undefined, { kind: 'temporary', errorCode: 502 }],
    [503, 456, { kind: 'temporary', errorCode: 502 }],
    [408, undefined, { kind: 'temporary', errorCode: 502 }],
    [302, undefined, { kind: 'link-refused' }],
    [401, undefined, { kind: 'link-refused' }],
    [403, 457, { kind: 'link-refused' }],
    [404, undefined, { kind: 'link-refused' }],
    [422, 456, { kind: 'permanent', errorCode: 456 }],
    [422, 999_999, { kind: 'permanent', errorCode: 502 }],
    [422, undefined, { kind: 'permanent', errorCode: 502 }],
    [400, 455, { kind: 'permanent', errorCode: 455 }],
    [400, undefined, { kind: 'our-mistake', errorCode: 7500 }],
  ])('%i with code %s', (status, code, meaning) => {
    expect(meaningOfAnswer(status, code)).toEqual(meaning);
  });
});

describe('a status', () => {
  test.each([
    ['sent', undefined, { state: 'none' }],
    ['delivered', undefined, { state: 'delivered' }],
    ['read', undefined, { state: 'read' }],
    ['undelivered', 508, { state: 'undelivered', errorCode: 508 }],
    ['undelivered', undefined, { state: 'undelivered', errorCode: 502 }],
    ['undelivered', 123_456, { state: 'undelivered', errorCode: 502 }],
    ['rejected', 457, { state: 'unsent', errorCode: 457 }],
  ] as const)('%s with code %s', (status, code, meaning) => {
    expect(meaningOfStatus(status, code)).toEqual(meaning);
  });
});

test.each([
  ['a1', 'a1'],
  [17, '17'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['a\0b\ud800', 'ab\ufffd'],
  ['x'.repeat(201), undefined],
  ['', undefined],
  ['\0', undefined],
  [2 ** 53, undefined],
  [1.5, undefined],
  [null, undefined],
  [{}, undefined],
])('the id %j is read as %j', (value, id) => {
  expect(readProviderId(value)).toBe(id);
});

describe('the code of a provider', () => {
  test.each([
    ['PHONE_NUMBER_NOT_FOUND', 'PHONE_NUMBER_NOT_FOUND'],
    [131_049, '131049'],
    ['008', '008'],
    [' E1\n', 'E1'],
    ['a\0b', 'ab'],
    ['a\uD83D', 'a\uFFFD'],
    ['x'.repeat(65), 'x'.repeat(64)],
    [`${'x'.repeat(63)}😀y`, `${'x'.repeat(63)}😀`],
    ['😀'.repeat(100), '😀'.repeat(64)],
    ['', undefined],
    ['\0 ', undefined],
    [1.5, undefined],
    [null, undefined],
    [{ code: 1 }, undefined],
    [undefined, undefined],
  ])('readProviderCode reads %j as %s', (value, code) => {
    expect(readProviderCode(value)).toBe(code);
  });
});
