// Refusals and failures of the service as one error type.

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Page that explains the code. */
  readonly docs: string;

  constructor(api: string, response: Response, { code, msg }: { code: number; msg: string }) {
    super(`${code} ${msg}`);
    this.status = response.status;
    this.code = code;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
    this.docs = `${api}/console/errors/api/${code}`;
  }
}

/** An intermediary, such as a proxy, may answer in its own form. */
export function errorIn(text: string, status: number): { code: number; msg: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; msg?: unknown } };
    if (typeof error?.code === 'number') return { code: error.code, msg: String(error.msg) };
  } catch {
    // Not JSON: only the status is known.
  }
  return { code: status * 10, msg: `HTTP ${status}` };
}
