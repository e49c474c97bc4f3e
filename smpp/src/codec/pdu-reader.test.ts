import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { hex } from '../testing/raw-peer.ts';
import { anyDeliver, anySubmit } from '../testing/sample-pdus.ts';
import { headerBytes, responseBit } from './commands.ts';
import { readBind, readMessage, readResponseId } from './pdu-reader.ts';
import { messageBytesMax, writeBind, writeDeliver, writeMessageResponse, writeSubmit } from './pdu-writer.ts';
import { bindModes, type DeliverSm } from './pdus.ts';

const submitHead = '00 05 00 4100 01 01 373900 00 00 00 00 00 00 00 00 00';

function bodyOf(write: (buffer: Buffer, at: number) => number, size: number): Buffer {
  const buffer = Buffer.alloc(size, 0xee);
  return buffer.subarray(headerBytes, write(buffer, 0));
}

const read = (body: Buffer): DeliverSm => readMessage({ buffer: body, at: 0, end: body.length });

describe('a written PDU is read back unchanged', () => {
  test('submit_sm', () => {
    fc.assert(
      fc.property(anySubmit, (pdu) => {
        expect(read(bodyOf((b, at) => writeSubmit(b, at, 1, pdu), messageBytesMax(pdu)))).toEqual(pdu);
      }),
    );
  });

  test('deliver_sm', () => {
    fc.assert(
      fc.property(anyDeliver, (pdu) => {
        expect(read(bodyOf((b, at) => writeDeliver(b, at, 1, pdu), messageBytesMax(pdu)))).toEqual(pdu);
      }),
    );
  });

  test.each(bindModes)('bind as %s', (mode) => {
    const bind = { mode, systemId: 'a', password: 'b', systemType: '', interfaceVersion: 0x34 };
    const whole = { ...bind, addressTon: 0, addressNpi: 9, addressRange: '' };
    const body = bodyOf((b, at) => writeBind(b, at, 1, whole), 256);
    expect(readBind(mode, { buffer: body, at: 0, end: body.length })).toEqual(whole);
  });

  test('message id of an answer', () => {
    const body = bodyOf(
      (b, at) => writeMessageResponse(b, at, { command: 4 + responseBit, status: 0, sequence: 1 }, 'x'.repeat(64)),
      128,
    );
    expect(readResponseId({ buffer: body, at: 0, end: body.length })).toBe('x'.repeat(64));
    expect(readResponseId({ buffer: body, at: body.length, end: body.length })).toBe('');
  });
});

describe('a broken body is read as far as possible and marked malformed', () => {
  const cases: [string, string, number][] = [
    ['a body that ends inside a field', '00 05', 0x02],
    ['an address without an end', `00 05 00 ${'41'.repeat(21)} 01 01 373900`, 0xc2],
    ['an address whose end lies behind the PDU', '00 05 00 414141', 0xc2],
    ['a text longer than the PDU', `${submitHead} 05 4869`, 0x01],
    ['an optional parameter cut in its head', `${submitHead} 02 4869 0204 00`, 0xc0],
    ['an optional parameter cut in its value', `${submitHead} 02 4869 0204 0002 12`, 0xc0],
    ['an optional parameter of 65535 bytes that are not there', `${submitHead} 00 0424 ffff 00`, 0xc0],
  ];
  test.each(cases)('%s', (_name, body, status) => {
    expect(read(hex(body)).malformed).toMatchObject({
      part: status === 0xc0 ? 'tail' : 'body',
      status,
      raw: hex(body),
    });
  });

  test('bytes after the end of the PDU are never read', () => {
    const buffer = hex(`${submitHead} 02 4869`);
    const pdu = readMessage({ buffer, at: 0, end: buffer.length - 1 });
    expect([pdu.malformed?.part, pdu.shortMessage]).toEqual(['body', hex('48')]);
  });
});

test('an optional parameter with a wrong length is kept unchanged', () => {
  const pdu = read(hex(`${submitHead} 00 0204 0001 12 0427 0002 0001`));
  expect(pdu.userMessageReference).toBeUndefined();
  expect(pdu.tlvs).toEqual([
    { tag: 0x0204, value: hex('12') },
    { tag: 0x0427, value: hex('0001') },
  ]);
});

test('a receipted message id is read with and without the terminating zero', () => {
  expect(read(hex(`${submitHead} 00 001e 0002 3700`)).receiptedMessageId).toBe('7');
  expect(read(hex(`${submitHead} 00 001e 0001 37`)).receiptedMessageId).toBe('7');
});

test('an answer without the terminating zero has its id, and an overlong id is ignored', () => {
  const idOf = (body: Buffer) => readResponseId({ buffer: body, at: 0, end: body.length });
  expect(idOf(Buffer.from('12345'))).toBe('12345');
  expect(idOf(Buffer.from('x'.repeat(255)))).toHaveLength(255);
  expect(idOf(Buffer.from('x'.repeat(256)))).toBe('');
});

test('reading random bytes never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, withHead) => {
      const body = withHead ? Buffer.concat([hex(submitHead), bytes]) : Buffer.from(bytes);
      expect(read(body).shortMessage.length).toBeLessThanOrEqual(body.length);
    }),
    { numRuns: propertyRuns(2_000) },
  );
});
