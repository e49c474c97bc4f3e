// The header Idempotency-Key: its syntax and its scope. "The same body" means the same bytes. The path with its ids is
// part of the scope, so one key on two dispatches is two requests.
import { createHash } from 'node:crypto';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyRequest } from 'fastify';
import { inTurns } from '../../platform/in-turns.ts';

const KEY = /^[\x20-\x7e]{1,255}$/;
const NO_BODY = createHash('sha256').digest();

const digests = new WeakMap<FastifyRequest, Buffer>();

/** Undefined: no header. */
export function readKey({ headers }: FastifyRequest): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  // A repeated header arrives joined by a comma and counts as one key.
  const key = [given].flat().join(', ');
  if (!KEY.test(key)) {
    throw new Refusal('bad-request', {
      field: 'Idempotency-Key',
      problem: 'must be 1 to 255 printable ASCII characters',
    });
  }
  return key;
}

/** A chunk takes a few milliseconds; hashing forty megabytes at once would block the event loop. */
const PIECE_BYTES = 1024 * 1024;

/** Digests the bytes of a body; only for a request with a key. */
export async function recordBody(request: FastifyRequest, bytes: Buffer): Promise<void> {
  if (request.headers['idempotency-key'] === undefined) return;
  const hash = createHash('sha256');
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) => at * PIECE_BYTES);
  await inTurns(pieces, (from) => void hash.update(bytes.subarray(from, from + PIECE_BYTES)));
  digests.set(request, hash.digest());
}

/** For a body whose bytes differ each time it is sent, such as a form: the digest of its contents. */
export function recordDigest(request: FastifyRequest, digest: Buffer): void {
  digests.set(request, digest);
}

export function bodyDigest(request: FastifyRequest): Buffer {
  return digests.get(request) ?? NO_BODY;
}
