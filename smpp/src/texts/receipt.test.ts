import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeliverSm } from '../codec/pdus.ts';
import { sampleSubmit } from '../testing/sample-pdus.ts';
import { decodeUcs2, encodeUcs2, parseReceipt, receiptTime } from './receipt.ts';
import { messageStateNumber, receiptStates } from './receipt-states.ts';

function receiptOf(text: string, more: Partial<DeliverSm> = {}): DeliverSm {
  return { ...sampleSubmit, esmClass: 4, dataCoding: 0, shortMessage: Buffer.from(text, 'latin1'), ...more };
}

const whole =
  'id:0123456789 sub:001 dlvrd:001 submit date:2611151200 done date:2611151201 stat:DELIVRD err:000 text:Hello';

describe('the text of a receipt is read in every form in use', () => {
  const cases: [string, string, object][] = [
    [
      'the form of the standard',
      whole,
      { messageId: '0123456789', state: 'DELIVRD', errorCode: '000', submitDate: '2611151200', doneDate: '2611151201' },
    ],
    ['another order', 'stat:UNDELIV err:08A id:abc', { messageId: 'abc', state: 'UNDELIV', errorCode: '08A' }],
    ['seconds in dates', 'id:1 done date:261115120159 stat:EXPIRED', { doneDate: '261115120159', state: 'EXPIRED' }],
    ['other case', 'ID:1 Stat:delivrd ERR:1 Text:x', { messageId: '1', state: 'DELIVRD', errorCode: '1' }],
    ['spaces behind the colon', 'id: 77 stat: REJECTD', { messageId: '77', state: 'REJECTD' }],
    ['a trailing zero byte', 'id:5 stat:DELIVRD\0', { messageId: '5', state: 'DELIVRD' }],
    ['states spelled out', 'id:5 stat:DELIVERED', { state: 'DELIVRD' }],
    ['an unknown state', 'id:5 stat:WHATEVER', { state: 'UNKNOWN', unknownWord: 'WHATEVER' }],
    ['an operator word', 'id:5 stat:BLACKLIST', { state: 'REJECTD' }],
    ['a skipped message', 'id:5 stat:SKIPPED', { state: 'UNDELIV' }],
    ['commas', 'id:5,sub:001,dlvrd:001,stat:DELIVRD,err:000', { messageId: '5', state: 'DELIVRD', errorCode: '000' }],
    ['long names', 'message_id:5 status:DELIVERED', { messageId: '5', state: 'DELIVRD' }],
    ['the id of a vendor', 'vendor_id:9 id:5 stat:DELIVRD', { messageId: '5' }],
    ['an empty text first', 'id:5 text: stat:DELIVRD err:001', { state: 'DELIVRD', errorCode: '001' }],
    ['only an id', 'id:5', { messageId: '5', state: 'UNKNOWN' }],
    ['the text first', 'text:Hello id:5 stat:DELIVRD', { messageId: '5', state: 'DELIVRD' }],
    ['fields quoted in the text', 'id:5 stat:UNDELIV err:001 text:id:6 stat', { messageId: '5', state: 'UNDELIV' }],
    ['an identifier with signs', 'id:3f2b-01.x_y stat:DELIVRD', { messageId: '3f2b-01.x_y' }],
  ];
  test.each(cases)('%s', (_name, text, expected) => {
    expect(parseReceipt(receiptOf(text))).toMatchObject(expected);
  });

  test('in UCS-2', () => {
    const pdu = receiptOf('', { dataCoding: 8, shortMessage: encodeUcs2(`${whole} Привет`) });
    expect(parseReceipt(pdu)).toMatchObject({ messageId: '0123456789', state: 'DELIVRD' });
  });

  test('in message_payload', () => {
    const pdu = receiptOf('', { messagePayload: Buffer.from(whole) });
    expect(parseReceipt(pdu)).toMatchObject({ messageId: '0123456789' });
  });

  test('behind a user data header', () => {
    const pdu = receiptOf('', { esmClass: 0x44, shortMessage: Buffer.from(`\x05\x00\x03\x01\x01\x01${whole}`) });
    expect(parseReceipt(pdu)).toMatchObject({ messageId: '0123456789' });
  });
});

describe('optional parameters of a receipt', () => {
  test('take precedence over the text', () => {
    const pdu = receiptOf(whole, {
      receiptedMessageId: 'FF',
      messageState: 5,
      networkErrorCode: { networkType: 3, code: 8 },
      userMessageReference: 17,
    });
    expect(parseReceipt(pdu)).toMatchObject({
      messageId: 'FF',
      state: 'UNDELIV',
      errorCode: '8',
      userMessageReference: 17,
    });
  });

  test('are sufficient without the text and without the class', () => {
    const pdu = receiptOf('', { esmClass: 0, receiptedMessageId: '9', messageState: 2 });
    expect(parseReceipt(pdu)).toEqual({ messageId: '9', state: 'DELIVRD', intermediate: false });
  });

  test('fall back to the text if empty', () => {
    expect(parseReceipt(receiptOf(whole, { receiptedMessageId: '', messageState: 99 }))).toMatchObject({
      messageId: '0123456789',
      state: 'DELIVRD',
    });
  });

  test.each(receiptStates)('state %s has its number', (state) => {
    const pdu = receiptOf('', { receiptedMessageId: '1', messageState: messageStateNumber(state) });
    expect(parseReceipt(pdu)?.state).toBe(state);
  });
});

test('a text of a person is never a receipt', () => {
  for (const text of ['id:0123456789 stat:DELIVRD', 'stat:DELIVRD err:000', `I got: ${whole}`])
    expect(parseReceipt(receiptOf(text, { esmClass: 0 }))).toBeUndefined();
});

test('the whole text of the standard is a receipt, whatever its class', () => {
  expect(parseReceipt(receiptOf(whole, { esmClass: 0 }))).toMatchObject({ messageId: '0123456789', state: 'DELIVRD' });
});

test('a receipt without a message id is ignored', () => {
  expect(parseReceipt(receiptOf('stat:DELIVRD'))).toBeUndefined();
});

test('an intermediate notification is distinguished from a final receipt', () => {
  expect(parseReceipt(receiptOf('id:1 stat:ENROUTE', { esmClass: 0x20 }))).toMatchObject({ intermediate: true });
});

test('parsing random bytes as a receipt never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 254 }), fc.nat(255), fc.constantFrom(0, 3, 8), (bytes, esmClass, coding) => {
      parseReceipt(receiptOf('', { esmClass, dataCoding: coding, shortMessage: Buffer.from(bytes) }));
    }),
  );
});

test('UCS-2 decodes every encoded text to the same text', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => decodeUcs2(encodeUcs2(text)) === text));
});

test.each([
  ['2611151201', 180, '2026-11-15T09:01:00.000Z'],
  ['261115120159', 0, '2026-11-15T12:01:59.000Z'],
  ['2601010001', 300, '2025-12-31T19:01:00.000Z'],
  ['2613151201', 0, undefined],
  ['2602301201', 0, undefined],
  ['26111512', 0, undefined],
  ['tomorrow', 0, undefined],
])('the date %s is converted from a zone of %i minutes', (text, zone, expected) => {
  expect(receiptTime(text, zone)?.toISOString()).toBe(expected);
});
