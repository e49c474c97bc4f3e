// Messages and health checks of the plain HTTP protocol, signed. Our message id is the idempotency key: the provider
// must accept it once, however often it is sent.
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import { signBody } from '../../platform/http/body-signature.ts';
import type { ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Submission } from '../link-job.ts';

export type Signer = { readonly account: string; readonly secret: string; readonly basePath: string };

/** The account of a sender name signs instead of the account of the link. */
export const signerOf = (link: Signer, account: SenderAccount | undefined): Signer =>
  account === undefined
    ? link
    : {
        basePath: link.basePath,
        account: account.settings['account'] ?? '',
        secret: account.secrets['secret'] ?? '',
      };

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

/** Checks that the provider accepts our credentials, before sending and after failures. */
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
