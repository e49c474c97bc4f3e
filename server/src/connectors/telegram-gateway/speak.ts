// Calls of the Telegram Gateway: https://core.telegram.org/gateway/api. The check of a number costs the fee of a
// message, and the message that names this check is free.
import type { ProviderRequest } from '../../platform/http/provider-http.ts';
import { textOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';

export type Gateway = {
  readonly basePath: string;
  /** The token of our account. */
  readonly secret: string;
  /** `senderUsername`: the channel that the codes come from, else that of the provider. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly hooksUrl?: string;
};

const TTL_SECONDS_MIN = 30;
/** Also the lifetime of a message without one: the provider refunds the fee of an undelivered message when it ends. */
const TTL_SECONDS_MAX = 3_600;
const CALLBACK_URL_BYTES_MAX = 256;
/** The provider takes no other codes. */
const CODE = /^\d{4,8}$/;

/** The code of the message. Undefined: the message is not a code that the provider takes. */
export function codeOf({ special }: Pick<Submission, 'special'>): string | undefined {
  const code = special?.['contentType'] === 'authentication' ? special['code'] : undefined;
  return typeof code === 'string' && CODE.test(code) ? code : undefined;
}

export const checkRequest = (gateway: Gateway, { destination }: Submission): ProviderRequest =>
  requestOf(gateway, 'checkSendAbility', { phone_number: `+${destination}` });

export function sendRequest(gateway: Gateway, submission: Submission, requestId: string): ProviderRequest {
  const { destination, reference, ttlSeconds = TTL_SECONDS_MAX } = submission;
  const callbackUrl = callbackUrlOf(gateway);
  const senderUsername = textOf(gateway.settings['senderUsername']);
  return requestOf(gateway, 'sendVerificationMessage', {
    phone_number: `+${destination}`,
    request_id: requestId,
    code: codeOf(submission) ?? '',
    ttl: Math.min(Math.max(Math.floor(ttlSeconds), TTL_SECONDS_MIN), TTL_SECONDS_MAX),
    payload: String(reference),
    ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
    ...(senderUsername !== '' && { sender_username: senderUsername }),
  });
}

/** A question without effect or fee. */
export const statusRequest = (gateway: Gateway, requestId: string): ProviderRequest =>
  requestOf(gateway, 'checkVerificationStatus', { request_id: requestId });

/** The provider reports to https addresses only. */
function callbackUrlOf({ hooksUrl = '' }: Gateway): string | undefined {
  const url = `${hooksUrl}/gateway`;
  return hooksUrl.startsWith('https://') && Buffer.byteLength(url) <= CALLBACK_URL_BYTES_MAX ? url : undefined;
}

function requestOf(gateway: Gateway, method: string, parameters: object): ProviderRequest {
  return {
    method: 'POST',
    path: `${gateway.basePath}/${method}`,
    headers: { authorization: `Bearer ${gateway.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  };
}
