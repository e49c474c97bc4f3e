// Calls without an answer: the network failed or the time-out has passed.
import { repeatHint, VolleyError } from './volley-error.ts';

type Facts = { readonly api: string; readonly reason: string; readonly words: string; readonly hint: string };

/** No answer. `cause` is the error of the network. */
export class ConnectionFailure extends VolleyError {
  override readonly name: string = 'ConnectionFailure';
  readonly api: string;

  constructor({ api, reason, words, hint }: Facts, cause: unknown) {
    super(`No connection to ${api}: ${words}`, { reason, hint, cause });
    this.api = api;
  }
}

/** The connection was not made, or it ended before the answer. */
export class NetworkFailure extends ConnectionFailure {
  override readonly name = 'NetworkFailure';
}

/** The service did not answer in time. */
export class TimeoutFailure extends ConnectionFailure {
  override readonly name = 'TimeoutFailure';
}

/** A change that the service may have done: an answer was lost, or the service failed. `cause` is the last failure. */
export class AnswerUnknown extends VolleyError {
  override readonly name = 'AnswerUnknown';
  /** The method, such as `messages.send`. */
  readonly method: string;

  constructor(method: string, idempotencyKey: string | undefined, cause: VolleyError) {
    super(`${method}: no answer is certain, so the service may have done the call: ${cause.message}`, {
      reason: 'answer-unknown',
      hint: repeatHint(idempotencyKey),
      requestId: cause.requestId,
      idempotencyKey,
      mayBeDone: true,
      cause,
    });
    this.method = method;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused (ECONNREFUSED)',
  ECONNRESET: 'the connection was reset (ECONNRESET)',
  UND_ERR_SOCKET: 'the connection was closed before the answer',
  ENOTFOUND: 'the host name is unknown (ENOTFOUND)',
  EAI_AGAIN: 'the host name cannot be resolved now (EAI_AGAIN)',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer (connect time-out)',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
  'bad port': 'fetch refuses this port',
  CERT_HAS_EXPIRED: 'the certificate has expired (CERT_HAS_EXPIRED)',
};

/** Names, connections and certificates come before the request; an alert of TLS may come after it. */
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'bad port',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_CHAIN_TOO_LONG',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Whether the request may have reached the service. */
export const mayHaveArrived = ({ reason, cause }: ConnectionFailure): boolean =>
  !BEFORE_SENDING.has(reason) && !isOfConnecting(rootOf(cause));

/**
 * EHOSTUNREACH and the like may also end a connection that was made. A host of several addresses has an error of each.
 */
function isOfConnecting(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isOfConnecting);
  const { syscall }: { syscall?: unknown } = Object(error);
  return syscall === 'connect' || syscall === 'getaddrinfo';
}

/** `fetch` hides the reason of a failed connection in its cause. */
const rootOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);

export function connectionFailureOf(api: string, error: unknown, timeoutMs: number): ConnectionFailure {
  const reason = reasonOf(error);
  if (reason === 'TIMEOUT') {
    const hint = 'Repeat the call later, or allow more time with `timeoutMs`.';
    return new TimeoutFailure({ api, reason, words: `no answer within ${timeoutMs / 1_000} s`, hint }, error);
  }
  const hint = 'Check the address of the service, the network and the proxy, then repeat the call.';
  return new NetworkFailure({ api, reason, words: WORDS[reason] ?? reason, hint }, error);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'TIMEOUT';
  const { code, message } = Object(rootOf(error)) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return code;
  return typeof message === 'string' && message !== '' ? message : error.message;
}
