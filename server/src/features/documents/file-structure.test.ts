// API tests cover whole files; these tests cover that the split into chunks does not matter.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectJpeg, inspectPdf, inspectPng } from './file-structure.ts';
import type { Inspect } from './file-window.ts';
import { openFrameSearch } from './jpeg-frame.ts';

const hex = (digits: string) => Buffer.from(digits, 'hex');
const app = Buffer.concat([hex('ffe1'), hex('0802'), Buffer.alloc(2048, 0xff)]);
const jpeg = Buffer.concat([
  hex('ffd8'),
  app,
  hex('ffff'),
  hex('ffc40004abcd'),
  hex('ffc2000b08012c0190010111'),
  hex('ffd9'),
]);

function inChunks(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].toSorted((a, b) => a - b);
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
}

function problemOf(inspect: Inspect, chunks: readonly Buffer[]): string | undefined {
  const inspection = inspect();
  for (const chunk of chunks) inspection.push(chunk);
  return inspection.problem();
}

test.each<[string, Inspect, Buffer, string?]>([
  ['JPEG', inspectJpeg, jpeg],
  ['JPEG with data behind its end', inspectJpeg, Buffer.concat([jpeg, Buffer.alloc(5_000, 0x41)])],
  [
    'JPEG that was cut off',
    inspectJpeg,
    Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(3_000, 0x41)]),
    'is a JPEG without its end',
  ],
  ['PDF', inspectPdf, Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(3000), Buffer.from('%%EOF')])],
  [
    'file that only begins as a JPEG',
    inspectJpeg,
    Buffer.concat([jpeg.subarray(0, 60), Buffer.alloc(3000)]),
    'is not a JPEG',
  ],
  ['JPEG named as a PNG', inspectPng, jpeg, 'is not a PNG'],
])('the inspection of a %s does not depend on its chunks', (_what, inspect, bytes, problem) => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 40 }), (cuts) => {
      expect(problemOf(inspect, inChunks(bytes, cuts))).toBe(problem);
    }),
  );
});

test('the size of a JPEG is that of its frame, not of an embedded preview', () => {
  const preview = Buffer.concat([hex('ffe1'), hex('000f'), hex('ffc0000b0800010001010111'), hex('00')]);
  const search = openFrameSearch();
  search.push(Buffer.concat([hex('ffd8'), preview, hex('ffc2000b08012c0190010111')]));
  expect(search.size()).toEqual({ width: 400, height: 300 });
});

test('random bytes never make an inspection throw', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), (chunks) => {
      for (const inspect of [inspectJpeg, inspectPdf, inspectPng]) {
        expect(
          problemOf(
            inspect,
            chunks.map((chunk) => Buffer.from(chunk)),
          ),
        ).toBeTypeOf('string');
      }
      const search = openFrameSearch();
      for (const chunk of chunks) search.push(Buffer.concat([hex('ffd8'), Buffer.from(chunk)]));
      expect(search.size()?.width ?? 0).toBeLessThan(65_536);
    }),
  );
});
