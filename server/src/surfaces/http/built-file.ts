// A file of a build, in memory with its compressed forms.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type BuiltFile = {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Preferred form first. */
  readonly compressed: ReadonlyMap<'br' | 'gzip', Buffer>;
};

/** Content types of built files, by ending; files with other endings are not served. */
export const BUILT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Reads a file with the compressed forms that the build has put beside it. */
export function readBuiltFile(folder: string, name: string): BuiltFile {
  const path = join(folder, name);
  const plain = readFileSync(path);
  return {
    type: BUILT_TYPES[extname(name)] ?? 'application/octet-stream',
    etag: etagOf(plain),
    plain,
    compressed: new Map(
      ENCODINGS.filter(([, ending]) => existsSync(`${path}${ending}`)).map(([encoding, ending]) => [
        encoding,
        readFileSync(`${path}${ending}`),
      ]),
    ),
  };
}

export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

export function sendBuiltFile(
  file: BuiltFile,
  headers: Readonly<Record<string, string>>,
  { request, reply }: Exchange,
): FastifyReply {
  void reply.headers(headers).type(file.type).header('etag', file.etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  for (const [encoding, bytes] of file.compressed) {
    if (accepted.has(encoding)) return reply.header('content-encoding', encoding).send(bytes);
  }
  return reply.send(file.plain);
}

/** Encodings the client accepts; `q=0` excludes one. */
function acceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  const items = String(header ?? '').split(',');
  return new Set(
    items.filter((item) => !/;\s*q=0(?:\.0*)?\s*$/.test(item)).map((item) => (item.split(';', 1)[0] ?? '').trim()),
  );
}
