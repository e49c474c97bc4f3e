// For receivers of callbacks: verifies that a request comes from the service, per Standard Webhooks. The signature
// covers the raw bytes, so verify before parsing.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Event } from './generated/messaging.ts';

const SECRET_PREFIX = 'whsec_';
/** Older requests are refused. */
const AGE_SECONDS_MAX = 300;

export type CallbackHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export class CallbackRefused extends Error {
  override readonly name = 'CallbackRefused';
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
  const events: unknown = JSON.parse(body.toString('utf8'));
  if (!Array.isArray(events)) throw new CallbackRefused('the body is not an array of events');
  return events as Event[]; // signed by the service, so it follows the contract
}

/** The key encoded in a secret `whsec_…`. */
export function readSecret(secret: string): Uint8Array {
  if (!secret.startsWith(SECRET_PREFIX)) throw new Error(`A callback secret must begin with ${SECRET_PREFIX}.`);
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

function checkSignature(key: Uint8Array, headers: CallbackHeaders, body: Buffer, nowMs: number): void {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const age = Math.abs(nowMs / 1_000 - (/^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN));
  if (!(age <= AGE_SECONDS_MAX))
    throw new CallbackRefused('webhook-timestamp is missing or more than 300 seconds from now');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  // During a rotation of the secret a request has two signatures.
  const isGenuine = headerOf(headers, 'webhook-signature')
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  if (!isGenuine) throw new CallbackRefused('webhook-signature is missing or does not match the secret');
}

function headerOf(headers: CallbackHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return [value].flat().join(' ');
}
