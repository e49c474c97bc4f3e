// Refusals and failures of the service, and connections that fail.

/** One fault of a refused request. */
export type FailureDetail = {
  /** Path into the body, or the name of a parameter or header; `body`: the whole body. */
  readonly field: string;
  /** For people; the wording may change. */
  readonly reason: string;
  /** For programs; codes are added, never renamed. */
  readonly code: string;
};

type FailureBody = {
  readonly code: number;
  readonly msg: string;
  readonly details?: readonly FailureDetail[];
  readonly detailsTotal?: number;
};

/** The service answered with an error. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: number;
  /** All faults of the request, up to 20; empty unless the code is 4000. */
  readonly details: readonly FailureDetail[];
  /** Number of faults, also if there are more than the listed ones. */
  readonly detailsTotal: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Page that explains the code. */
  readonly docs: string;

  constructor(api: string, response: Response, { code, msg, details = [], detailsTotal }: FailureBody) {
    super(`${code} ${msg}`);
    this.status = response.status;
    this.code = code;
    this.details = details;
    this.detailsTotal = detailsTotal ?? details.length;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
    this.docs = `${api}/console/errors/api/${code}`;
  }
}

/** No answer: the connection failed or the time-out has passed. `cause` is the error of the network. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly api: string;
  /** Such as ECONNREFUSED, ENOTFOUND or TIMEOUT. */
  readonly reason: string;

  constructor(api: string, cause: unknown, timeoutMs: number) {
    const reason = reasonOf(cause);
    const words = reason === 'TIMEOUT' ? `no answer within ${timeoutMs / 1_000} s` : (WORDS[reason] ?? reason);
    super(`No connection to ${api}: ${words}`, { cause });
    this.api = api;
    this.reason = reason;
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

/** `fetch` hides the reason of a failed connection in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'TIMEOUT';
  const { code, message } = (error.cause ?? error) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return code;
  return typeof message === 'string' && message !== '' ? message : error.message;
}

/** An intermediary, such as a proxy, may answer in its own form. */
export function errorIn(text: string, status: number): FailureBody {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<FailureBody> };
    if (typeof error?.code === 'number') return { ...error, code: error.code, msg: String(error.msg) };
  } catch {
    // Not JSON: only the status is known.
  }
  return { code: status * 10, msg: `HTTP ${status}` };
}
