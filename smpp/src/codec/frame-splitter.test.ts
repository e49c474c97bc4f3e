import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { hex, pduBytes } from '../testing/raw-peer.ts';
import { FrameSplitter } from './frame-splitter.ts';

function framesOf(splitter: FrameSplitter): string[] {
  const frames: string[] = [];
  while (splitter.next()) frames.push(splitter.buffer.subarray(splitter.start, splitter.end).toString('hex'));
  return frames;
}

test('PDUs come out whole and in order for every chunking of the stream', () => {
  const stream = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 12 });
  const cuts = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(stream, cuts, fc.boolean(), (bodies, sizes, readLate) => {
      const pdus = bodies.map((body, index) => pduBytes(4, 0, index, Buffer.from(body).toString('hex')));
      const bytes = Buffer.concat(pdus);
      const splitter = new FrameSplitter();
      const frames: string[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        splitter.push(bytes.subarray(at, at + size));
        at += size;
        if (!readLate) frames.push(...framesOf(splitter));
      }
      frames.push(...framesOf(splitter));
      expect(frames).toEqual(pdus.map((pdu) => pdu.toString('hex')));
      expect(splitter.broken).toBe(false);
    }),
  );
});

test.each([
  ['0', '00000000', true],
  ['8', '00000008', true],
  ['15', '0000000f', true],
  ['16', '00000010', false],
  ['65536', '00010000', false],
  ['65537', '00010001', true],
  ['4294967295', 'ffffffff', true],
])('a length field of %s is checked immediately', (_length, field, broken) => {
  const whole = new FrameSplitter();
  whole.push(hex(`${field} 00000004`));
  expect(framesOf(whole)).toEqual([]);
  expect(whole.broken).toBe(broken);

  const dripped = new FrameSplitter();
  for (const byte of hex(field)) {
    dripped.push(Buffer.from([byte]));
    dripped.next();
  }
  expect(dripped.broken).toBe(broken);
});

test('a broken stream gives the PDUs before the break and none after', () => {
  const splitter = new FrameSplitter();
  const good = pduBytes(0x15, 0, 1);
  splitter.push(Buffer.concat([good, hex('00000003'), good]));
  expect(framesOf(splitter)).toEqual([good.toString('hex')]);
  expect(splitter.broken).toBe(true);
  expect(splitter.next()).toBe(false);
});

test('the largest PDU may arrive byte by byte', () => {
  const pdu = pduBytes(4, 0, 1, 'ab'.repeat(65_520));
  const splitter = new FrameSplitter();
  let frames = 0;
  for (let at = 0; at < pdu.length; at += 1) {
    splitter.push(pdu.subarray(at, at + 1));
    if (splitter.next()) frames += 1;
  }
  expect(frames).toBe(1);
  expect(splitter.buffer.equals(pdu)).toBe(true);
});

test('random bytes end in frames or in a broken stream and never throw', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 30 }), (chunks) => {
      const splitter = new FrameSplitter();
      let given = 0;
      for (const chunk of chunks) {
        splitter.push(Buffer.from(chunk));
        while (splitter.next()) given += splitter.end - splitter.start;
      }
      expect(given).toBeLessThanOrEqual(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    }),
    { numRuns: propertyRuns(1_000) },
  );
});
