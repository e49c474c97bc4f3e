// A small typed client of the messaging API: calls an endpoint of the contract and returns its reply in the declared
// type. Every failure is an ApiFailure. Temporary failures are retried: a change always carries an Idempotency-Key, so
// that no message is sent twice.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BodyOf,
  type EndpointShape,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  SURFACE_PREFIX,
} from '@volley/contract/endpoint.ts';
import { ApiFailure, errorIn } from './api-failure.ts';

export type ClientOptions = {
  /** Address of the service, `https://volley.example`. */
  readonly api: string;
  readonly key: string;
  /** Retries of a call after temporary failures; default 2. */
  readonly retries?: number;
  /** Time-out of one attempt; default 70 s, the longest time of a send under load. */
  readonly timeoutMs?: number;
  /** Waits before the next attempt; default: real time. */
  readonly pause?: Pause;
};

/** Rejects early when the signal is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

type Part<Name extends string, Value> = Value extends undefined
  ? { readonly [Key in Name]?: undefined }
  : { readonly [Key in Name]: Partial<Value> };

export type CallInput<Shape extends EndpointShape> = Part<'params', ParamsOf<Shape>> &
  Part<'query', QueryOf<Shape>> &
  Part<'body', BodyOf<Shape>> & {
    readonly signal?: AbortSignal;
    /** For changes; generated per call by default. Pass a key to repeat a call after a restart. */
    readonly idempotencyKey?: string;
  };

export type Client = {
  readonly api: string;
  call<Shape extends EndpointShape>(shape: Shape, input: CallInput<Shape>): Promise<ReplyOf<Shape>>;
};

const RETRIES = 2;
const TIMEOUT_MS = 70_000;
const PAUSE_MS = 500;
/** A longer Retry-After is reported as an error. */
const RETRY_AFTER_SECONDS_MAX = 30;

const byClock: Pause = (ms, signal) => sleep(ms, undefined, signal && { signal });

export function openClient(options: ClientOptions): Client {
  const { api, key, retries = RETRIES, timeoutMs = TIMEOUT_MS, pause = byClock } = options;
  const root = api.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return {
    api: root,
    call: async <Shape extends EndpointShape>(shape: Shape, input: CallInput<Shape>) => {
      const { idempotencyKey = randomUUID(), ...parts } = input as LooseInput; // same members, untyped
      const request = requestOf(root, shape, parts);
      const headers = {
        ...request.headers,
        authorization: `Bearer ${key}`,
        ...(shape.method === 'POST' && { 'idempotency-key': idempotencyKey }),
      };
      const once = () => fetchReply(root, { ...request, headers }, { shape, signal: parts.signal, timeoutMs });
      // The contract defines the reply of a success.
      return (await withRetries(once, { retries, pause, signal: parts.signal })) as ReplyOf<Shape>;
    },
  };
}

type Value = string | number | boolean;

type LooseInput = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, Value | readonly Value[] | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
};

type Request = { readonly url: URL; readonly headers: Readonly<Record<string, string>>; readonly body?: string };

function requestOf(root: string, shape: EndpointShape, { params, query, body }: LooseInput): Request {
  const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const url = new URL(`${root}${SURFACE_PREFIX[shape.surface]}${path}`);
  for (const [name, values] of Object.entries(query ?? {}))
    for (const value of [values].flat()) if (value !== undefined) url.searchParams.append(name, String(value));
  return {
    url,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

type Sending = { readonly shape: EndpointShape; readonly signal?: AbortSignal | undefined; readonly timeoutMs: number };

async function fetchReply(root: string, { url, headers, body }: Request, { shape, signal, timeoutMs }: Sending) {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method: shape.method,
    headers,
    ...(body !== undefined && { body }),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiFailure(root, response, errorIn(text, response.status));
  return shape.replyType === undefined || shape.replyType === 'application/json' ? JSON.parse(text) : text;
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
  if (!(error instanceof ApiFailure)) return error instanceof SyntaxError ? undefined : pauseMs;
  const { status, code, retryAfterSeconds } = error;
  // The attempt before is still running: a repeated request gets its answer.
  const isOwnTwin = code === 4090 && tried > 0;
  if (status !== 408 && status !== 429 && status < 500 && !isOwnTwin) return undefined;
  if (retryAfterSeconds === undefined) return pauseMs;
  return retryAfterSeconds > RETRY_AFTER_SECONDS_MAX ? undefined : Math.max(pauseMs, retryAfterSeconds * 1_000);
}
