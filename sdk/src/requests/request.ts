// A call as an HTTP request.
import { randomUUID } from 'node:crypto';
import { asWritten } from '../checks/find-faults.ts';
import type { FileContent, Route } from '../route.ts';

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

export type Request = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Of a change that may be repeated. */
  readonly idempotencyKey: string | undefined;
};

export function requestOf(root: string, route: Route, input: RequestInput): Request {
  const { params, query } = input;
  const idempotencyKey = route.repeat === 'key' ? (input.idempotencyKey ?? randomUUID()) : undefined;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, params?.[name]));
  const url = new URL(`${root}${path}`);
  for (const [name, values] of Object.entries(query ?? {}))
    for (const value of [values].flat())
      if (value !== undefined) url.searchParams.append(name, String(asWritten(value)));
  const body = bodyOf(input);
  return {
    url,
    method: route.method,
    headers: {
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body }),
    idempotencyKey,
  };
}

/** An empty or dotted segment would name another endpoint. */
function segmentOf(name: string, value: unknown): string {
  const segment = typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : '';
  if (/^\.{0,2}$/.test(segment)) throw new TypeError(`the parameter ${name} of a path must not be empty or dots`);
  return segment;
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
