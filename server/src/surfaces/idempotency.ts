// The header Idempotency-Key: what a caller may write there, and what of the request the key stands for.
// "The same body" means the same bytes. The path with its ids is part of the scope, so one key on two
// dispatches is two requests.
import { createHash } from 'node:crypto';
import { Refusal } from '@volley/domain/refusal.ts';
import type { FastifyRequest } from 'fastify';
import { inTurns } from '../platform/in-turns.ts';

const KEY = /^[\x20-\x7e]{1,255}$/;
const NO_BODY = createHash('sha256').digest();

const digests = new WeakMap<FastifyRequest, Buffer>();

/** The caller's key; undefined without the header. */
export function readKey({ headers }: FastifyRequest): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  // A header given twice arrives joined by a comma, which is a key like any other.
  const key = [given].flat().join(', ');
  if (!KEY.test(key)) {
    throw new Refusal('bad-request', {
      field: 'Idempotency-Key',
      problem: 'must be 1 to 255 printable ASCII characters',
    });
  }
  return key;
}

/** A piece takes some milliseconds; forty megabytes at once would hold up everybody else. */
const PIECE_BYTES = 1024 * 1024;

/** Called where the bytes of a body are at hand; only a request with a key pays for it. */
export async function noteBody(request: FastifyRequest, bytes: Buffer): Promise<void> {
  if (request.headers['idempotency-key'] === undefined) return;
  const hash = createHash('sha256');
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) => at * PIECE_BYTES);
  await inTurns(pieces, (from) => void hash.update(bytes.subarray(from, from + PIECE_BYTES)));
  digests.set(request, hash.digest());
}

/** For a body whose bytes differ each time it is sent, as a form's do: the digest of what it carried. */
export function noteDigest(request: FastifyRequest, digest: Buffer): void {
  digests.set(request, digest);
}

export function bodyDigest(request: FastifyRequest): Buffer {
  return digests.get(request) ?? NO_BODY;
}
