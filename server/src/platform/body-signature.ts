// Signatures of whole bodies under a shared secret, as links to providers use them in both directions:
// HMAC-SHA256 in hexadecimal over the time of sending, a full stop and the raw body.
import { createHmac, timingSafeEqual } from 'node:crypto';

export function signBody(secret: string, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** Over the body alone, as Meta's webhooks do it. */
export function signBareBody(secret: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** In constant time; a wrong length is no secret. */
export function isSameSignature(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
