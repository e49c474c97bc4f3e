// Delivery reports of the Telegram Gateway: one request in its current state per call. Timestamp and body are signed
// under the SHA-256 of the token. The documentation does not say whether a repeated report has a new timestamp, and a
// report changes nothing when it comes again, so reports up to a day old are taken.
import { createHash, createHmac } from 'node:crypto';
import { readProviderId, type StatusMeaning } from '@volley/domain/links/provider-answer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { isSameSignature } from '../../platform/http/body-signature.ts';
import type { Hook, HookStatus } from '../hook.ts';
import { membersOf, textOf } from '../json-members.ts';

/** In real time: a sandbox does not move the provider's clock. */
const AGE_MS_MAX = 24 * 3_600_000;
const AHEAD_MS_MAX = 5 * 60_000;

/** A message is expired or revoked only if it was not delivered before. */
const MEANINGS: ReadonlyMap<string, StatusMeaning> = new Map<string, StatusMeaning>([
  ['sent', { state: 'none' }],
  ['delivered', { state: 'delivered' }],
  ['read', { state: 'read' }],
  ['expired', { state: 'undelivered', errorCode: ERROR.lifetimeOver }],
  ['revoked', { state: 'undelivered', errorCode: ERROR.operatorFailure }],
]);

export const gatewayHook: Hook = {
  accepts: ({ protocol }) => protocol === 'TELEGRAM_GATEWAY',
  isSigned: ({ header, body, nowMs }, { secret }) => {
    const timestamp = header('x-request-timestamp');
    const expected = signReport(secret, timestamp, body);
    return isSameSignature(header('x-request-signature').toLowerCase(), expected) && isTimely(timestamp, nowMs);
  },
  read: (body) => ({ statuses: statusesOf(body), messages: [] }),
};

function signReport(token: string, timestamp: string, body: Buffer): string {
  const key = createHash('sha256').update(token).digest();
  return createHmac('sha256', key).update(`${timestamp}\n`).update(body).digest('hex');
}

function isTimely(timestamp: string, nowMs: number): boolean {
  const ageMs = nowMs - Number(timestamp) * 1_000;
  return /^\d{1,12}$/.test(timestamp) && ageMs <= AGE_MS_MAX && ageMs >= -AHEAD_MS_MAX;
}

function statusesOf(body: unknown): HookStatus[] {
  const { request_id, phone_number, payload, delivery_status, is_refunded: isRefunded } = membersOf(body);
  const id = readProviderId(request_id);
  const code = textOf(membersOf(delivery_status)['status']);
  const meaning = MEANINGS.get(code);
  if (id === undefined || meaning === undefined) return [];
  const to = textOf(phone_number).replace(/^\+/, '');
  return [{ id, meaning, code, to, reference: payload, ...(isRefunded === true && { cost: { kind: 'free' } }) }];
}
