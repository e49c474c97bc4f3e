// A request to a callback target, signed by the Standard Webhooks rules. Every answer other than 2xx is a failure. Its
// error word reveals no more of the network than the client could see.
import { type CallbackRequest, callbackHeaders } from '../../features/callbacks/targets/callback-headers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OpenTarget } from './open-targets.ts';

const SUCCESS_LENGTH_MAX = 200;

export type PostOutcome = {
  readonly ok: boolean;
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
  /** Stored beginning of the response body. */
  readonly response: string | null;
};

export async function postCallback(
  { metrics }: Pick<Platform, 'metrics'>,
  to: OpenTarget,
  request: CallbackRequest,
): Promise<PostOutcome> {
  const startedAt = performance.now();
  const outcome = await to.client.post(to.path, callbackHeaders(to, request), request.body).then(
    ({ ok, status, text }) => ({ ok, status, error: null, response: excerptOf(text, ok) }),
    (error: unknown) => ({ ok: false, status: null, error: wordFor(error), response: null }),
  );
  const ms = performance.now() - startedAt;
  metrics.observe('volley_callback_seconds', ms / 1_000);
  metrics.count('volley_callbacks_total', { result: outcome.ok ? 'delivered' : 'failed' });
  return { ...outcome, ms };
}

/** Short for a success. PostgreSQL accepts neither NUL nor half of a surrogate pair. */
function excerptOf(text: string, ok: boolean): string {
  const storable = text.replaceAll('\0', '').toWellFormed();
  return ok ? storable.slice(0, SUCCESS_LENGTH_MAX) : storable;
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
