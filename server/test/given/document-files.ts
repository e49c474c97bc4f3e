// Small valid files of each type, of a chosen length, and multipart forms that send them.
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { checkReply } from './contract-check.ts';
import type { Reply } from './http-client.ts';

export const MEBIBYTE = 1024 * 1024;

export function pdf(sizeBytes = 200): Buffer {
  const [head, tail] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\nstartxref\n0\n%%EOF\n')];
  return Buffer.concat([head, Buffer.alloc(sizeBytes - head.length - tail.length, 'x'), tail]);
}

export function png(width = 2, height = 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(3000)), chunk('IEND')]);
}

function chunk(type: string, content = Buffer.alloc(0)): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type), content]);
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A JPEG with a preview of another size in its first segment, as cameras write it. */
export function jpeg(width = 2, height = 2): Buffer {
  const preview = Buffer.concat([Buffer.from('Exif\0\0'), frame(9, 9), Buffer.alloc(2000, 0x55)]);
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  };
  const scan = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.alloc(2000, 0x12)]);
  const parts = [Buffer.from('ffd8', 'hex'), segment(0xe1, preview), frame(width, height), scan];
  return Buffer.concat([...parts, Buffer.from('ffd9', 'hex')]);
}

function frame(width: number, height: number): Buffer {
  const segment = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  segment.writeUInt16BE(height, 5);
  segment.writeUInt16BE(width, 7);
  return segment;
}

export const BOUNDARY = 'X-volley-test';

export type Part = {
  readonly content: Buffer | string;
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
};

export function form(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ content, name = 'file', filename, type }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, end].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

export type Upload = (body: Buffer | ReadableStream, headers?: Readonly<Record<string, string>>) => Promise<Reply>;

export const uploaderTo =
  (url: string, token: string, companyId: number): Upload =>
  async (body, headers = {}) => {
    const path = `/company/${companyId}/documents`;
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...headers,
      },
      body: body instanceof Buffer ? new Uint8Array(body) : body,
      duplex: 'half',
    });
    const text = await response.text();
    const answer: unknown = JSON.parse(text);
    checkReply('POST', path, response.status, answer);
    return { status: response.status, headers: response.headers, text, body: answer };
  };

/** Every file in the folder of a file store, with temporary files. */
export async function storedFiles(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
