// What the service refused, or could not do, in one form.

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The page that explains the code. */
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

/** Something in between, a proxy for example, may answer in a form of its own. */
export function errorIn(text: string, status: number): { code: number; msg: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; msg?: unknown } };
    if (typeof error?.code === 'number') return { code: error.code, msg: String(error.msg) };
  } catch {
    // Not JSON: the status says what there is to say.
  }
  return { code: status * 10, msg: `HTTP ${status}` };
}
