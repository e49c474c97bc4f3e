import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorOfCommandStatus, errorOfReceipt, findMessageError, MESSAGE_ERRORS } from './message-error.ts';

describe('the table', () => {
  test('lists every code once, in order, with a meaning', () => {
    const codes = MESSAGE_ERRORS.map(({ code }) => code);
    expect(codes).toEqual([
      11, 125, 127, 149, 150, 151, 152, 453, 454, 455, 456, 457, 458, 501, 502, 503, 504, 505, 506, 508, 509, 510, 7002,
      7060, 7401, 7402, 7403, 7404, 7429, 7500,
    ]);
    for (const { meaning } of MESSAGE_ERRORS) expect(meaning).toMatch(/\w{3}/);
  });

  test('finds only known codes', () => {
    expect(findMessageError(508)?.meaning).toMatch('absent');
    expect(findMessageError(507)).toBeUndefined();
  });
});

describe('answers to a submit', () => {
  test.each([
    [[0x00], 'ok', undefined],
    [[0x58], 'throttled', undefined],
    [[0x14], 'queue-full', 502],
    [[0x08, 0x45, 0x64], 'temporary', 502],
    [[0x04, 0x05, 0x0d, 0x0e, 0x0f], 'temporary', 502],
    [[0x65, 0x66], 'permanent', 502],
    [[0x0a, 0x48, 0x49], 'permanent', 457],
    [[0x0b, 0x50, 0x51], 'permanent', 11],
    [[0x01, 0x02, 0x06, 0x07, 0x43, 0x61, 0x62, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4], 'our-mistake', 7500],
    [[0x500], 'permanent', 458],
    [[0xff, 0x400, 0x401, 0x3333, 0xffff_ffff], 'permanent', 502],
  ])('%j are %s with %s', (statuses, kind, errorCode) => {
    for (const status of statuses) {
      expect(errorOfCommandStatus(status)).toEqual(errorCode === undefined ? { kind } : { kind, errorCode });
    }
  });

  test('always name a listed error', () => {
    fc.assert(
      fc.property(fc.nat(0x600), (status) => {
        const { errorCode } = errorOfCommandStatus(status);
        if (errorCode !== undefined) expect(findMessageError(errorCode)).toBeDefined();
      }),
    );
  });
});

describe('receipts', () => {
  test.each([
    ['DELIVRD', '000', 'delivered', undefined],
    ['delivrd', undefined, 'delivered', undefined],
    ['DELIVRD', '508', 'delivered', undefined],
    ['ENROUTE', '000', 'none', undefined],
    ['ACCEPTD', '000', 'none', undefined],
    ['SCHEDULED', undefined, 'none', undefined],
    ['', undefined, 'none', undefined],
    ['UNKNOWN', '000', 'none', 127],
    ['EXPIRED', '000', 'undelivered', 7060],
    ['EXPIRED', undefined, 'undelivered', 7060],
    ['EXPIRED', '006', 'undelivered', 508],
    ['DELETED', '000', 'undelivered', 502],
    ['UNDELIV', '001', 'undelivered', 456],
    ['UNDELIV', '501', 'undelivered', 501],
    ['UNDELIV', '5', 'undelivered', 508],
    ['UNDELIV', '008', 'undelivered', 508],
    ['UNDELIV', '508', 'undelivered', 508],
    ['UNDELIV', '011', 'undelivered', 505],
    ['UNDELIV', '013', 'undelivered', 505],
    ['UNDELIV', '505', 'undelivered', 505],
    ['UNDELIV', '031', 'undelivered', 508],
    ['UNDELIV', '040', 'undelivered', 508],
    ['UNDELIV', '049', 'undelivered', 508],
    ['UNDELIV', '034', 'undelivered', 502],
    ['UNDELIV', '036', 'undelivered', 502],
    ['UNDELIV', '000', 'undelivered', 502],
    ['UNDELIV', 'A1F', 'undelivered', 502],
    ['UNDELIV', '127', 'undelivered', 502],
    ['UNDELIV', '7002', 'undelivered', 502],
    ['UNDELIV', '507', 'undelivered', 502],
    ['REJECTD', '000', 'unsent', 502],
    ['REJECTD', '457', 'unsent', 457],
  ])('%s with err %s leaves the message %s with %s', (stat, err, state, errorCode) => {
    expect(errorOfReceipt(stat, err)).toEqual(errorCode === undefined ? { state } : { state, errorCode });
  });
});
