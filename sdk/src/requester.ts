// Requests of both clients. Temporary failures are retried: a change carries an Idempotency-Key, so that no message is
// sent twice. Every failure is an ApiFailure or a ConnectionFailure, unless the caller aborted the call.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFailure, ConnectionFailure, errorIn } from './api-failure.ts';
import type { FileContent, Route } from './route.ts';

export type RequesterOptions = {
  /** Address of the service, `https://volley.example`. */
  readonly api: string;
  /** Retries of a call after temporary failures; default 2. */
  readonly retries?: number;
  /** Time-out of one attempt; default 70 s, the longest time of a send under load. */
  readonly timeoutMs?: number;
  /** Waits before the next attempt; default: real time. */
  readonly pause?: Pause;
};

/** Rejects early when the signal is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

export type Credentials = {
  /** Value of the header `authorization`. */
  authorization(signal?: AbortSignal): string | Promise<string>;
  /** The service refused the value. True: a new value is worth one more attempt. */
  refused?(authorization: string): boolean;
};

type Value = string | number | boolean;

export type RequestInput = {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, Value | readonly Value[] | undefined>> | undefined;
  readonly body?: unknown;
  readonly file?: FileContent | undefined;
  readonly files?: readonly FileContent[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
};

export type Requester = {
  readonly api: string;
  request(route: Route, input: RequestInput): Promise<unknown>;
};

const RETRIES = 2;
const TIMEOUT_MS = 70_000;
const PAUSE_MS = 500;
/** A longer Retry-After is reported as an error. */
const RETRY_AFTER_SECONDS_MAX = 30;

const byClock: Pause = (ms, signal) => sleep(ms, undefined, signal && { signal });

export function openRequester(options: RequesterOptions, credentials: Credentials): Requester {
  const { api, retries = RETRIES, timeoutMs = TIMEOUT_MS, pause = byClock } = options;
  const root = api.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return {
    api: root,
    request: async (route, input) => {
      const request = requestOf(root, route, input);
      const once = () =>
        authorized(credentials, route, input, (headers) =>
          fetchReply(root, { ...request, headers: { ...request.headers, ...headers } }, { route, timeoutMs, ...input }),
        );
      return withRetries(once, { retries: route.repeat === 'never' ? 0 : retries, pause, signal: input.signal });
    },
  };
}

/** A token may end between two calls: the attempt is made again with a new one. */
async function authorized(
  credentials: Credentials,
  { open }: Route,
  { signal }: RequestInput,
  attempt: (headers: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<unknown> {
  if (open === true) return attempt({});
  const authorization = await credentials.authorization(signal);
  try {
    return await attempt({ authorization });
  } catch (error) {
    const isRefused = error instanceof ApiFailure && error.status === 401;
    if (!isRefused || credentials.refused?.(authorization) !== true) throw error;
    return attempt({ authorization: await credentials.authorization(signal) });
  }
}

type Request = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
};

function requestOf(root: string, route: Route, input: RequestInput): Request {
  const { params, query, idempotencyKey = randomUUID() } = input;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const url = new URL(`${root}${path}`);
  for (const [name, values] of Object.entries(query ?? {}))
    for (const value of [values].flat()) if (value !== undefined) url.searchParams.append(name, String(value));
  const body = bodyOf(input);
  return {
    url,
    method: route.method,
    headers: {
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(route.repeat === 'key' && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body }),
  };
}

function bodyOf({ body, file, files = [] }: RequestInput): string | FormData | undefined {
  if (file === undefined && files.length === 0) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  if (body !== undefined) form.append('body', JSON.stringify(body));
  if (file !== undefined) form.append('file', blobOf(file), file.name);
  for (const [at, one] of files.entries()) form.append(`file${at + 1}`, blobOf(one), one.name);
  return form;
}

function blobOf({ bytes }: FileContent): Blob {
  // A view of a shared buffer is the only array that Blob refuses; its bytes are copied.
  return bytes instanceof Blob ? bytes : new Blob([Uint8Array.from(bytes)]);
}

type Sending = { readonly route: Route; readonly signal?: AbortSignal | undefined; readonly timeoutMs: number };

async function fetchReply(root: string, { url, ...init }: Request, { route, signal, timeoutMs }: Sending) {
  const timeout = AbortSignal.timeout(timeoutMs);
  const all = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const read = async () => {
    const response = await fetch(url, { ...init, signal: all });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const { response, bytes } = await read().catch((error: unknown) => {
    throw signal?.aborted === true ? error : new ConnectionFailure(root, error, timeoutMs);
  });
  if (response.ok && route.reply === 'bytes') return bytes;
  const text = new TextDecoder().decode(bytes);
  if (!response.ok) throw new ApiFailure(root, response, errorIn(text, response.status));
  return route.reply === 'text' || response.status === 204 ? text : JSON.parse(text);
}

type RetryOptions = { readonly retries: number; readonly pause: Pause; readonly signal: AbortSignal | undefined };

async function withRetries(work: () => Promise<unknown>, { retries, pause, signal }: RetryOptions): Promise<unknown> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      const waitMs = pauseBefore(error, tried);
      if (tried >= retries || waitMs === undefined || signal?.aborted === true) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** Undefined if a retry cannot help. */
function pauseBefore(error: unknown, tried: number): number | undefined {
  const pauseMs = PAUSE_MS * 2 ** tried * (0.5 + Math.random());
  if (error instanceof ConnectionFailure) return pauseMs;
  if (!(error instanceof ApiFailure)) return undefined;
  const { status, code, retryAfterSeconds } = error;
  // The attempt before is still running: a repeated request gets its answer.
  const isOwnTwin = code === 4090 && tried > 0;
  if (status !== 408 && status !== 429 && status < 500 && !isOwnTwin) return undefined;
  if (retryAfterSeconds === undefined) return pauseMs;
  return retryAfterSeconds > RETRY_AFTER_SECONDS_MAX ? undefined : Math.max(pauseMs, retryAfterSeconds * 1_000);
}
