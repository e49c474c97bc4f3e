// Refusals and failures that the service answered with, one class per kind.
import type { FailureDetail } from '../checks/fault.ts';
import { repeatHint, VolleyError } from './volley-error.ts';

export type FailureBody = {
  readonly code: number;
  readonly msg: string;
  readonly details?: readonly FailureDetail[];
  readonly detailsTotal?: number;
  /** The answer is not from the service, but from a proxy before it. */
  readonly isForeign?: true;
};

/** The request that failed. */
export type FailedRequest = {
  readonly api: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: FailureBody;
  readonly warnings: readonly string[];
  readonly idempotencyKey: string | undefined;
  /** A GET, or a question with a body. */
  readonly isRead: boolean;
};

/** The service answered with an error. */
export class ApiFailure extends VolleyError {
  override readonly name: string = 'ApiFailure';
  readonly status: number;
  /** HTTP status times ten plus a number that distinguishes cases. */
  readonly code: number;
  /** All faults of the request, up to 20; empty unless the caller can correct it. */
  readonly details: readonly FailureDetail[];
  /** Number of faults, also if there are more than the listed ones. */
  readonly detailsTotal: number;
  readonly retryAfterSeconds: number | undefined;
  /** Members that the service ignored. */
  readonly warnings: readonly string[];
  /** The answer came from a proxy before the service. */
  readonly isForeign: boolean;
  /** Page that explains the code. */
  readonly docs: string;

  constructor(request: FailedRequest, hint: string) {
    const { status, headers, body, idempotencyKey, isRead } = request;
    const { details = [] } = body;
    const isServers = isServersFault(status);
    const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
    // The first request under the key of this one is still running; a key that cannot be used has no Retry-After.
    const isRunning = status === 409 && Number.isFinite(retryAfter);
    super(`${body.code} ${body.msg}`, {
      reason: details[0]?.code ?? REASONS[body.code] ?? REASONS[status] ?? (isServers ? 'server-failed' : 'refused'),
      hint,
      field: details[0]?.field,
      requestId: headers.get('x-request-id') ?? undefined,
      idempotencyKey,
      mayBeDone: (isServers || isRunning) && !isRead,
    });
    this.status = status;
    this.code = body.code;
    this.details = details;
    this.detailsTotal = body.detailsTotal ?? details.length;
    this.warnings = request.warnings;
    this.isForeign = body.isForeign === true;
    this.retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
    this.docs = `${request.api}/console/errors/api/${body.code}`;
  }
}

/** Also a success that is not in the form of the contract. */
const isServersFault = (status: number): boolean => status >= 500 || status < 300;

/** By code, then by status; a refusal with details has the word of its first detail. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'bad-request',
  401: 'not-authenticated',
  402: 'insufficient-funds',
  403: 'access-denied',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'timeout',
  409: 'conflict',
  413: 'payload-too-large',
  415: 'media-type',
  429: 'too-many-requests',
  503: 'unavailable',
  4012: 'bad-credentials',
  4013: 'address-not-allowed',
  4031: 'dispatch-status',
};

/** 400, 402, 405, 408, 413, 415: the call cannot succeed as it is. */
export class RequestRefused extends ApiFailure {
  override readonly name = 'RequestRefused';
}

/** 401 */
export class Unauthorized extends ApiFailure {
  override readonly name = 'Unauthorized';
}

/** 403 */
export class Forbidden extends ApiFailure {
  override readonly name = 'Forbidden';
}

/** 404 */
export class NotFound extends ApiFailure {
  override readonly name = 'NotFound';
}

/** 409 */
export class Conflict extends ApiFailure {
  override readonly name = 'Conflict';
}

/** 429, after the retries: wait for `retryAfterSeconds`. */
export class RateLimited extends ApiFailure {
  override readonly name = 'RateLimited';
}

/** 5xx, after the retries. */
export class ServerFailure extends ApiFailure {
  override readonly name = 'ServerFailure';
}

const HINTS = {
  details: 'Correct the members named in `details`, then repeat the call.',
  refused: 'The page `docs` explains the code.',
  money: 'Top up the balance, then repeat the call.',
  unauthorized: 'Check the key or the login, and that its addresses include this machine.',
  forbidden: 'The key must be of a type that may call this method, and the object in a state that allows it.',
  notFound: 'Check the id: the account has no such object.',
  conflict: 'Wait for the call that uses the same key, or use another key for another call.',
  limited: 'Wait for `retryAfterSeconds`, then repeat the call.',
  server: 'Repeat the call later. The service finds the request by `requestId`.',
} as const;

/** The error of the kind that the status says. */
export function apiFailureOf(request: FailedRequest): ApiFailure {
  const { status, body, isRead, idempotencyKey } = request;
  if (isServersFault(status)) return new ServerFailure(request, isRead ? HINTS.server : repeatHint(idempotencyKey));
  switch (status) {
    case 401:
      return new Unauthorized(request, HINTS.unauthorized);
    case 402:
      return new RequestRefused(request, HINTS.money);
    case 403:
      return new Forbidden(request, HINTS.forbidden);
    case 404:
      return new NotFound(request, HINTS.notFound);
    case 409:
      return new Conflict(request, HINTS.conflict);
    case 429:
      return new RateLimited(request, HINTS.limited);
    default:
      return new RequestRefused(request, (body.details ?? []).length > 0 ? HINTS.details : HINTS.refused);
  }
}

/** An intermediary, such as a proxy, may answer in its own form. */
export function errorIn(text: string, status: number): FailureBody {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<FailureBody> };
    if (typeof error?.code === 'number') return { ...error, code: error.code, msg: String(error.msg) };
  } catch {
    // Not JSON: only the status is known.
  }
  return { code: status * 10, msg: `HTTP ${status}`, isForeign: true };
}
