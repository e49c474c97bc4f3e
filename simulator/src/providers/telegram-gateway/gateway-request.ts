// A request at the Gateway: made and paid by a check, or by a send without one; sent at most once.
import { randomInt } from 'node:crypto';
import type { GatewayOutcome } from './gateway-outcome.ts';

export type DeliveryState = 'sent' | 'delivered' | 'read' | 'expired' | 'revoked';

export type GatewayRequest = {
  readonly id: string;
  /** Digits, without a plus. */
  readonly phone: string;
  readonly fee: number;
  readonly outcome: Extract<GatewayOutcome, { kind: 'sent' }>;
  code: string;
  payload: string | undefined;
  callbackUrl: string | undefined;
  delivery: { status: DeliveryState; updated_at: number } | undefined;
  verification: { status: string; updated_at: number; code_entered: string } | undefined;
  isRefunded: boolean;
};

/** The object that answers and reports show. */
export function requestStatus(request: GatewayRequest, balance?: number): object {
  const { id, phone, fee, delivery, verification, payload, isRefunded } = request;
  return {
    request_id: id,
    phone_number: `+${phone}`,
    request_cost: fee,
    ...(isRefunded && { is_refunded: true }),
    ...(balance !== undefined && { remaining_balance: Number(balance.toFixed(6)) }),
    ...(delivery !== undefined && { delivery_status: delivery }),
    ...(verification !== undefined && { verification_status: verification }),
    ...(payload !== undefined && { payload }),
  };
}

export type SendParameters = { code: string; ttl: number | undefined } & Pick<
  GatewayRequest,
  'payload' | 'callbackUrl'
>;

const ttlMin = 30;
const ttlMax = 3_600;
const payloadBytesMax = 128;
const callbackUrlBytesMax = 256;

/** The parameters of a send, or the error about them. */
export function readSend(body: Readonly<Record<string, unknown>>): SendParameters | string {
  const { code, ttl, payload, callback_url: callbackUrl, sender_username: sender } = body;
  // The simulated account owns no channel.
  if (sender !== undefined) return 'SENDER_NOT_OWNED';
  const digits = code ?? generated(body['code_length']);
  if (digits === undefined) return body['code_length'] === undefined ? 'CODE_LENGTH_REQUIRED' : 'CODE_LENGTH_INVALID';
  if (typeof digits !== 'string' || !/^\d{4,8}$/.test(digits)) return 'CODE_INVALID';
  if (ttl !== undefined && !(typeof ttl === 'number' && Number.isInteger(ttl) && ttl >= ttlMin && ttl <= ttlMax))
    return 'TTL_INVALID';
  if (payload !== undefined && !isText(payload, payloadBytesMax)) return 'PAYLOAD_INVALID';
  if (callbackUrl !== undefined && !(isText(callbackUrl, callbackUrlBytesMax) && /^https:\/\/\S+$/.test(callbackUrl)))
    return 'CALLBACK_URL_INVALID';
  return { code: digits, ttl, payload, callbackUrl };
}

/** A code of the Gateway's own; undefined: no such length. */
const generated = (length: unknown): string | undefined =>
  typeof length === 'number' && Number.isInteger(length) && length >= 4 && length <= 8
    ? String(randomInt(10 ** length)).padStart(length, '0')
    : undefined;

const isText = (value: unknown, bytesMax: number): value is string =>
  typeof value === 'string' && Buffer.byteLength(value) <= bytesMax;
