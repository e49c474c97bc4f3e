// A file of a build, in memory with its compressed forms.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type BuiltFile = {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Preferred form first. */
  readonly compressed: ReadonlyMap<'br' | 'gzip', Buffer>;
};

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
