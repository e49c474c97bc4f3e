// A message as a provider of the plain HTTP protocol gets it, signed. Our id of the message is the key under which
// the provider must take it once only, however often it comes.
import { readProviderId } from '@volley/domain/provider-answer.ts';
import { signBody } from '../../platform/body-signature.ts';
import type { ProviderRequest } from '../../platform/provider-http.ts';
import type { Submission } from '../link-job.ts';

export type Signer = { readonly account: string; readonly secret: string; readonly basePath: string };

export function messageRequest(signer: Signer, submission: Submission, nowMs: number): ProviderRequest {
  const { messageId, special, ttlSeconds } = submission;
  const body = JSON.stringify({
    messageId,
    channel: submission.channelType,
    trafficType: submission.trafficType,
    from: submission.senderName,
    to: submission.destination,
    text: submission.text,
    ...(special !== undefined && { content: special }),
    ...(ttlSeconds !== undefined && { ttlSeconds }),
    reference: submission.reference,
  });
  return {
    method: 'POST',
    path: `${signer.basePath}/messages`,
    headers: {
      ...signedHeaders(signer, body, nowMs),
      'content-type': 'application/json',
      'idempotency-key': messageId,
    },
    body,
  };
}

/** Asks whether we are let in, before anything is sent and after trouble. */
export function healthRequest(signer: Signer, nowMs: number): ProviderRequest {
  return { method: 'GET', path: `${signer.basePath}/health`, headers: signedHeaders(signer, '', nowMs) };
}

function signedHeaders({ account, secret }: Signer, body: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  return {
    'x-channel-account': account,
    'x-channel-timestamp': timestamp,
    'x-channel-signature': `sha256=${signBody(secret, timestamp, body)}`,
  };
}

/** The provider's id of the message, if the answer holds a usable one. */
export function idOfAnswer(body: unknown): string | undefined {
  return readProviderId(memberOf(body, 'id'));
}

export function errorOfAnswer(body: unknown): number | undefined {
  const code = memberOf(memberOf(body, 'error'), 'code');
  return typeof code === 'number' ? code : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? // Just checked to have it as its own.
      (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
