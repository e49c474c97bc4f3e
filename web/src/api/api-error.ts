/** A refused request. Pages word it in the reader's language; `requestId` finds it in the log. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  /** A name of the error catalog, `offline` when no response arrived, or `internal`. */
  readonly reason: string;
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
  readonly details: readonly { readonly field: string; readonly reason: string }[];
  readonly requestId: string | undefined;

  constructor(
    known: Pick<ApiError, 'status' | 'code' | 'reason' | 'facts' | 'details' | 'requestId'>,
    message: string,
  ) {
    super(message);
    this.status = known.status;
    this.code = known.code;
    this.reason = known.reason;
    this.facts = known.facts;
    this.details = known.details;
    this.requestId = known.requestId;
  }
}

export function offline(cause: unknown): ApiError {
  const nothing = { status: 0, code: 0, facts: {}, details: [], requestId: undefined };
  const error = new ApiError({ ...nothing, reason: 'offline' }, 'no answer from the server');
  error.cause = cause;
  return error;
}

type ErrorReply = { error?: Partial<Pick<ApiError, 'code' | 'reason' | 'facts' | 'details'>> & { msg?: string } };

export function refused(status: number, requestId: string | null, text: string): ApiError {
  const { error = {} } = parsed(text);
  return new ApiError(
    {
      status,
      code: error.code ?? status * 10,
      reason: error.reason ?? 'internal',
      facts: error.facts ?? {},
      details: error.details ?? [],
      requestId: requestId ?? undefined,
    },
    error.msg ?? `HTTP ${status}`,
  );
}

function parsed(text: string): ErrorReply {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // A proxy's error page instead of our JSON.
    return {};
  }
}
