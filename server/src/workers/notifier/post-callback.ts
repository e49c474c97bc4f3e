// One request to an endpoint, signed by the Standard Webhooks rules. Whatever is not a 2xx answer is a failure; the
// word for it says no more of the network than the client could see himself.
import { createHmac } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import type { EventTarget } from './open-targets.ts';

const USER_AGENT = 'Volley-callback/1';

export type CallbackRequest = {
  /** The same for every repeat of the same body. */
  readonly id: string;
  readonly attempt: number;
  readonly body: string;
};

export type PostOutcome = {
  readonly ok: boolean;
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
};

export async function postCallback(
  { metrics }: Pick<Platform, 'metrics'>,
  to: EventTarget,
  request: CallbackRequest,
): Promise<PostOutcome> {
  const startedAt = performance.now();
  const outcome = await to.target.post(to.path, headersOf(to, request), request.body).then(
    ({ ok, status }) => ({ ok, status, error: null }),
    (error: unknown) => ({ ok: false, status: null, error: wordFor(error) }),
  );
  const ms = performance.now() - startedAt;
  metrics.observeMs('volley_callback_ms', ms);
  metrics.count('volley_callbacks_total', { result: outcome.ok ? 'delivered' : 'failed' });
  return { ...outcome, ms };
}

function headersOf(to: EventTarget, { id, attempt, body }: CallbackRequest): Record<string, string> {
  // Receivers compare it with their own clock, so it is real time even where business time is ahead.
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'x-attempt': String(attempt),
    ...(to.authorization !== undefined && { authorization: to.authorization }),
    ...(to.signingKeys.length > 0 && {
      'webhook-signature': to.signingKeys.map((key) => sign(key, `${id}.${timestamp}.${body}`)).join(' '),
    }),
  };
}

function sign(key: Buffer, content: string): string {
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

const UNREACHABLE = /not reachable|ECONNREFUSED|UNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EADDR/;
const TOO_SLOW = /in time|UND_ERR_(HEADERS|BODY)_TIMEOUT/;
const NOT_TRUSTED = /TLS|SSL|CERT|SIGNED|VERIFY/;

export function wordFor(error: unknown): 'unreachable' | 'timeout' | 'tls' | 'broken' {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = `${String(code)} ${String(message)}`;
  if (UNREACHABLE.test(text)) return 'unreachable';
  if (TOO_SLOW.test(text)) return 'timeout';
  return typeof code === 'string' && NOT_TRUSTED.test(code) ? 'tls' : 'broken';
}
