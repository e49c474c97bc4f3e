// A small typed client of the messaging API: an endpoint of the contract is called, its reply comes back in the type
// it promises. Everything that is not a success is one kind of error.
import {
  type BodyOf,
  type EndpointShape,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  SURFACE_PREFIX,
} from '@volley/contract/endpoint.ts';

export type ClientOptions = {
  /** Where the service is, `https://volley.example`. */
  readonly api: string;
  readonly key: string;
};

type Part<Name extends string, Value> = Value extends undefined
  ? { readonly [Key in Name]?: undefined }
  : { readonly [Key in Name]: Partial<Value> };

export type CallInput<Shape extends EndpointShape> = Part<'params', ParamsOf<Shape>> &
  Part<'query', QueryOf<Shape>> &
  Part<'body', BodyOf<Shape>> & { readonly signal?: AbortSignal };

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

export type Client = {
  readonly api: string;
  call<Shape extends EndpointShape>(shape: Shape, input: CallInput<Shape>): Promise<ReplyOf<Shape>>;
};

export function openClient({ api, key }: ClientOptions): Client {
  const root = api.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return {
    api: root,
    call: async <Shape extends EndpointShape>(shape: Shape, input: CallInput<Shape>) => {
      const { params, query, body, signal } = input as LooseInput; // the same members, untyped
      const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
      const url = new URL(`${root}${SURFACE_PREFIX[shape.surface]}${path}`);
      for (const [name, value] of Object.entries(query ?? {}))
        if (value !== undefined) url.searchParams.append(name, String(value));
      const response = await fetch(url, {
        method: shape.method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
      });
      const text = await response.text();
      if (!response.ok) throw new ApiFailure(root, response, errorIn(text, response.status));
      // The contract says what a success holds.
      return JSON.parse(text) as ReplyOf<Shape>;
    },
  };
}

type LooseInput = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

/** Something in between, a proxy for example, may answer in a form of its own. */
function errorIn(text: string, status: number): { code: number; msg: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; msg?: unknown } };
    if (typeof error?.code === 'number') return { code: error.code, msg: String(error.msg) };
  } catch {
    // Not JSON: the status says what there is to say.
  }
  return { code: status * 10, msg: `HTTP ${status}` };
}
