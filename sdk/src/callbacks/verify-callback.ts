// For receivers of callbacks: verifies that a request comes from the service, per Standard Webhooks. The signature
// covers the raw bytes, so verify before parsing.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { VolleyError } from '../errors/volley-error.ts';
import type { Event } from '../generated/messaging.ts';

const SECRET_PREFIX = 'whsec_';
/** At least 16 bytes: a shorter key, or none, would let anyone sign. */
export const SECRET_FORM = '^whsec_[A-Za-z0-9+/]{22,}={0,2}$';
/** Older requests are refused. */
const AGE_SECONDS_MAX = 300;

export type CallbackHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The request is not from the service, or is too old. `reason`: `signature`, `timestamp` or `form`. */
export class CallbackRefused extends VolleyError {
  override readonly name = 'CallbackRefused';

  constructor(reason: 'signature' | 'timestamp' | 'form', message: string, field?: string) {
    super(message, {
      reason,
      field,
      hint:
        'Answer with a status other than 2xx. ' +
        'Check the secret, the clock, and that the raw bytes of the body are verified.',
    });
  }
}

/** The events of a genuine request; throws `CallbackRefused` for all others. */
export function verifyCallback(
  secret: string,
  headers: CallbackHeaders,
  rawBody: string | Uint8Array,
  nowMs = Date.now(),
): Event[] {
  const body = Buffer.from(rawBody);
  checkSignature(readSecret(secret), headers, body, nowMs);
  const events = parsed(body);
  if (!Array.isArray(events)) throw new CallbackRefused('form', 'the body is not an array of events', 'body');
  return events as Event[]; // signed by the service, so it follows the contract
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The key encoded in a secret `whsec_…`. */
export function readSecret(secret: string): Uint8Array {
  if (!new RegExp(SECRET_FORM).test(secret))
    throw new Error(`A callback secret must be ${SECRET_PREFIX} and at least 16 bytes in Base64.`);
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

function checkSignature(key: Uint8Array, headers: CallbackHeaders, body: Buffer, nowMs: number): void {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const age = Math.abs(nowMs / 1_000 - (/^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN));
  if (!(age <= AGE_SECONDS_MAX))
    throw new CallbackRefused(
      'timestamp',
      `webhook-timestamp is missing or more than ${AGE_SECONDS_MAX} seconds from now`,
      'webhook-timestamp',
    );
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  // During a rotation of the secret a request has two signatures.
  const isGenuine = headerOf(headers, 'webhook-signature')
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  if (!isGenuine)
    throw new CallbackRefused(
      'signature',
      'webhook-signature is missing or does not match the secret',
      'webhook-signature',
    );
}

export function headerOf(headers: CallbackHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return [value].flat().join(' ');
}
