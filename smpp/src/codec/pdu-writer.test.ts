// Bytes written by hand from the tables of the standard, so a mistake shared by writer and reader is found.
import { describe, expect, test } from 'vitest';
import { hex } from '../testing/raw-peer.ts';
import { sampleSubmit } from '../testing/sample-pdus.ts';
import { commandId, responseBit } from './commands.ts';
import {
  messageBytesMax,
  writeBind,
  writeBindResponse,
  writeDeliver,
  writeEmpty,
  writeMessageResponse,
  writeSubmit,
} from './pdu-writer.ts';
import type { BindMode, DeliverSm, SubmitSm } from './pdus.ts';

type Write = (buffer: Buffer, at: number) => number;

/** Writes into the middle of a dirty buffer, so that no writer relies on position 0 or on zeros. */
function written(write: Write, size = 1_024): string {
  const buffer = Buffer.alloc(size + 7, 0xee);
  return buffer.subarray(7, write(buffer, 7)).toString('hex');
}

const plain = (text: string): string => hex(text).toString('hex');

const bindOf = (mode: BindMode) => ({
  mode,
  systemId: 'volley',
  password: 'secret',
  systemType: 'VMA',
  interfaceVersion: 0x34,
  addressTon: 1,
  addressNpi: 2,
  addressRange: '^79',
});
const bindBody = '766f6c6c657900 73656372657400 564d4100 34 01 02 5e373900';

const submitBody =
  '00 05 00 566f6c6c657900 01 01 373931363132333435363700 03 00 00 00 00 01 00 00 00 02 4869'.replaceAll(' ', '');

const golden: [string, Write, string][] = [
  [
    'bind_transceiver',
    (b, at) => writeBind(b, at, 1, bindOf('transceiver')),
    `00000029 00000009 00000000 00000001 ${bindBody}`,
  ],
  [
    'bind_transmitter',
    (b, at) => writeBind(b, at, 2, bindOf('transmitter')),
    `00000029 00000002 00000000 00000002 ${bindBody}`,
  ],
  [
    'bind_receiver',
    (b, at) => writeBind(b, at, 3, bindOf('receiver')),
    `00000029 00000001 00000000 00000003 ${bindBody}`,
  ],
  [
    'bind_transceiver_resp',
    (b, at) =>
      writeBindResponse(b, at, { command: commandId.bindTransceiver + responseBit, status: 0, sequence: 1 }, 'smsc'),
    '0000001a 80000009 00000000 00000001 736d736300 0210 0001 34',
  ],
  [
    'bind_transmitter_resp',
    (b, at) =>
      writeBindResponse(b, at, { command: commandId.bindTransmitter + responseBit, status: 0, sequence: 1 }, ''),
    '00000016 80000002 00000000 00000001 00 0210 0001 34',
  ],
  [
    'bind_receiver_resp, refused',
    (b, at) =>
      writeBindResponse(b, at, { command: commandId.bindReceiver + responseBit, status: 0x0e, sequence: 1 }, ''),
    '00000011 80000001 0000000e 00000001 00',
  ],
  [
    'submit_sm',
    (b, at) => writeSubmit(b, at, 0x7fffffff, sampleSubmit),
    `00000034 00000004 00000000 7fffffff ${submitBody}`,
  ],
  [
    'submit_sm_resp',
    (b, at) =>
      writeMessageResponse(b, at, { command: commandId.submitSm + responseBit, status: 0, sequence: 5 }, 'AB12'),
    '00000015 80000004 00000000 00000005 4142313200',
  ],
  [
    'submit_sm_resp, refused',
    (b, at) =>
      writeMessageResponse(b, at, { command: commandId.submitSm + responseBit, status: 0x58, sequence: 5 }, ''),
    '00000010 80000004 00000058 00000005',
  ],
  [
    'deliver_sm_resp',
    (b, at) => writeMessageResponse(b, at, { command: commandId.deliverSm + responseBit, status: 0, sequence: 9 }, ''),
    '00000011 80000005 00000000 00000009 00',
  ],
  [
    'enquire_link',
    (b, at) => writeEmpty(b, at, { command: commandId.enquireLink, status: 0, sequence: 3 }),
    '00000010 00000015 00000000 00000003',
  ],
  [
    'enquire_link_resp',
    (b, at) => writeEmpty(b, at, { command: 0x80000015, status: 0, sequence: 3 }),
    '00000010 80000015 00000000 00000003',
  ],
  [
    'unbind',
    (b, at) => writeEmpty(b, at, { command: commandId.unbind, status: 0, sequence: 4 }),
    '00000010 00000006 00000000 00000004',
  ],
  [
    'unbind_resp',
    (b, at) => writeEmpty(b, at, { command: 0x80000006, status: 0, sequence: 4 }),
    '00000010 80000006 00000000 00000004',
  ],
  [
    'generic_nack',
    (b, at) => writeEmpty(b, at, { command: commandId.genericNack, status: 3, sequence: 0 }),
    '00000010 80000000 00000003 00000000',
  ],
];

describe('the bytes of a PDU follow the standard', () => {
  test.each(golden)('%s', (_name, write, expected) => {
    expect(written(write)).toBe(plain(expected));
  });

  test('submit_sm with every field and optional parameter', () => {
    const pdu: SubmitSm = {
      ...sampleSubmit,
      serviceType: 'CMT',
      esmClass: 0x43,
      protocolId: 0x41,
      priorityFlag: 2,
      scheduleDeliveryTime: '261115120000012+',
      validityPeriod: '000001010000000R',
      registeredDelivery: 0x11,
      replaceIfPresent: 1,
      dataCoding: 8,
      defaultMessageId: 7,
      shortMessage: hex('050003110201 041f'),
      userMessageReference: 0x1234,
      sar: { reference: 0x0102, total: 3, sequence: 2 },
      moreMessagesToSend: true,
      tlvs: [{ tag: 0x1401, value: hex('aabb') }],
    };
    const expected = `0000007e 00000004 00000000 00000001 434d5400 05 00 566f6c6c657900 01 01 373931363132333435363700
      43 41 02 3236313131353132303030303031322b00 3030303030313031303030303030305200 11 01 08 07 08
      050003110201041f 0204 0002 1234 020c 0002 0102 020e 0001 03 020f 0001 02 0426 0001 01 1401 0002 aabb`;
    expect(written((b, at) => writeSubmit(b, at, 1, pdu))).toBe(plain(expected));
  });

  test('message_payload replaces short_message', () => {
    const pdu = { ...sampleSubmit, shortMessage: Buffer.alloc(0), messagePayload: Buffer.from('Hi') };
    const body = `${submitBody.slice(0, -6)}00 0424 0002 4869`;
    expect(written((b, at) => writeSubmit(b, at, 1, pdu))).toBe(plain(`00000038 00000004 00000000 00000001 ${body}`));
  });

  test('deliver_sm of a receipt', () => {
    const pdu: DeliverSm = {
      ...sampleSubmit,
      sourceTon: 1,
      sourceNpi: 1,
      sourceAddr: '79161234567',
      destinationTon: 5,
      destinationNpi: 0,
      destinationAddr: 'Volley',
      esmClass: 4,
      registeredDelivery: 0,
      shortMessage: Buffer.from('id:7'),
      receiptedMessageId: '7',
      messageState: 2,
      networkErrorCode: { networkType: 3, code: 8 },
      userMessageReference: 0x0102,
    };
    expect(written((b, at) => writeDeliver(b, at, 2, pdu))).toBe(
      plain(`0000004e 00000005 00000000 00000002 00 01 01 373931363132333435363700 05 00 566f6c6c657900 04 00 00 00 00
        00 00 00 00 04 69643a37 0204 0002 0102 001e 0002 3700 0427 0001 02 0423 0003 030008`),
    );
  });
});

describe('a value that does not fit its field throws and is never truncated', () => {
  const cases: [string, Partial<SubmitSm>][] = [
    ['a sender name in Cyrillic', { sourceAddr: 'Банк' }],
    ['a zero byte in an address', { destinationAddr: '7916\u0000' }],
    ['an address of 21 characters', { destinationAddr: '1'.repeat(21) }],
    ['a text of 255 octets', { shortMessage: Buffer.alloc(255) }],
    ['a service type of 6 characters', { serviceType: 'ABCDEF' }],
    ['a validity of 17 characters', { validityPeriod: '0'.repeat(17) }],
    ['a byte of 256', { dataCoding: 256 }],
    ['a negative byte', { esmClass: -1 }],
    ['a reference of 65536', { userMessageReference: 65_536 }],
    ['a payload that makes the PDU longer than 65536', { messagePayload: Buffer.alloc(65_500) }],
    ['an optional parameter of 65536 bytes', { tlvs: [{ tag: 1, value: Buffer.alloc(65_536) }] }],
  ];
  test.each(cases)('%s', (_name, change) => {
    const pdu = { ...sampleSubmit, ...change };
    expect(() => written((b, at) => writeSubmit(b, at, 1, pdu), messageBytesMax(pdu))).toThrow(RangeError);
  });

  test('a password of 9 characters', () => {
    const bind = { ...bindOf('transceiver'), password: '123456789' };
    expect(() => written((b, at) => writeBind(b, at, 1, bind))).toThrow(RangeError);
  });
});
