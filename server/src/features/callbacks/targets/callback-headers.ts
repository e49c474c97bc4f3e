// Headers of a callback request, signed by the Standard Webhooks rules.
import { createHmac } from 'node:crypto';

export type CallbackRequest = {
  /** Stays the same when the same body is sent again. */
  readonly id: string;
  readonly attempt: number;
  readonly body: string;
};

export type Signer = {
  readonly authorization: string | undefined;
  readonly signingKeys: readonly Buffer[];
};

export const CALLBACK_AGENT = 'Volley-callback/1';

export function callbackHeaders(
  { authorization, signingKeys }: Signer,
  { id, attempt, body }: CallbackRequest,
): Record<string, string> {
  // Real time, not business time: receivers compare the timestamp with their own clock.
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    'content-type': 'application/json',
    'user-agent': CALLBACK_AGENT,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'x-attempt': String(attempt),
    ...(authorization !== undefined && { authorization }),
    ...(signingKeys.length > 0 && {
      'webhook-signature': signingKeys.map((key) => sign(key, `${id}.${timestamp}.${body}`)).join(' '),
    }),
  };
}

function sign(key: Buffer, content: string): string {
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
