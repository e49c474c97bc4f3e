// Signatures of request bodies under a shared secret, for both directions of a link to a provider: hexadecimal
// HMAC-SHA256 over the sending time, a full stop and the raw body.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';

export function signBody(secret: string, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** Over the body alone, like Meta's webhooks. */
export function signBareBody(secret: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** In constant time: digests are compared, so the answer does not tell the length of a secret either. */
export function isSameSignature(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
