import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RequestReader } from './request-reader.ts';

const requestOf = (body: string, more = ''): Buffer =>
  Buffer.from(`POST / HTTP/1.1\r\nHost: a\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);

function read(chunks: readonly Buffer[]): string[] {
  const reader = new RequestReader();
  const bodies: string[] = [];
  for (const chunk of chunks) reader.push(chunk, ({ body }) => bodies.push(body.toString()));
  return bodies;
}

describe('a request reader', () => {
  test('finds the same requests for every chunking of the bytes', () => {
    const bodies = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 5 });
    fc.assert(
      fc.property(bodies, fc.array(fc.nat(60), { minLength: 1 }), (given, cuts) => {
        const stream = Buffer.concat(given.map((body) => requestOf(body)));
        const chunks: Buffer[] = [];
        let at = 0;
        for (let cut = 0; at < stream.length; cut += 1) {
          const length = 1 + (cuts[cut % cuts.length] ?? 0);
          chunks.push(stream.subarray(at, at + length));
          at += length;
        }
        expect(read(chunks)).toEqual(given);
      }),
    );
  });

  test('reads requests without a body', () => {
    expect(read([Buffer.from('GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n')])).toEqual([
      '',
      '',
    ]);
  });

  test('reports Connection: close of the peer', () => {
    const closing: boolean[] = [];
    new RequestReader().push(Buffer.concat([requestOf('a'), requestOf('b', 'Connection: close\r\n')]), (request) => {
      closing.push(request.mayClose);
    });
    expect(closing).toEqual([false, true]);
  });

  test.each([
    ['a body without Content-Length', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a head without an end', 'x'.repeat(70_000)],
  ])('refuses %s', (_case, bytes) => {
    expect(() => read([Buffer.from(bytes)])).toThrow(RangeError);
  });
});
