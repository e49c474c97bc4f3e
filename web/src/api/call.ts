// Typed calls to the server. A call takes the endpoint's type and a route text that must match it; the schemas stay out
// of the bundle.
import type { BodyOf, EndpointShape, ParamsOf, QueryOf, ReplyOf } from '@volley/contract/endpoint.ts';
import { type ApiError, offline, refused } from './api-error.ts';

export type RouteOf<Shape extends EndpointShape> = `${Shape['method']} ${Shape['path']}`;

type Loose<Query> = { readonly [Name in keyof Query]?: Query[Name] | undefined };
type Member<Name extends string, Value> = undefined extends Value ? unknown : { readonly [Key in Name]: Value };
export type InputOf<Shape extends EndpointShape> = Member<'params', ParamsOf<Shape>> &
  Member<'body', BodyOf<Shape>> & { readonly query?: Loose<NonNullable<QueryOf<Shape>>> };

export const API_ROOT = '/console/api/v1';
export const PREFIX = { console: '', partner: '/partner', staff: '/admin' } as const;
export type Side = keyof typeof PREFIX;

export type CallOptions = { readonly signal?: AbortSignal; readonly idempotencyKey?: string };

let csrfToken = '';
let onSignedOut: () => void = () => undefined;

export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** Called when a response says that the session has ended. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

export const callApi = caller('console');
export const callPartner = caller('partner');
export const callStaff = caller('staff');

function caller(side: Side) {
  return <Shape extends EndpointShape>(
    route: RouteOf<Shape>,
    input: InputOf<Shape>,
    options: CallOptions = {},
  ): Promise<ReplyOf<Shape>> => send(side, route, input, options) as Promise<ReplyOf<Shape>>; // the contract of the endpoint
}

/** The URL of a route, for file links and streams. */
export function addressOf(side: Side, route: string, input: unknown): string {
  const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }; // any InputOf
  const path = route
    .slice(route.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
  }
  const tail = search.size === 0 ? '' : `?${search}`;
  return `${API_ROOT}${PREFIX[side]}${path}${tail}`;
}

async function send(side: Side, route: string, input: unknown, options: CallOptions): Promise<unknown> {
  const method = route.slice(0, route.indexOf(' '));
  const { body } = input as { body?: unknown }; // any InputOf
  const headers: Record<string, string> = { accept: 'application/json' };
  if (method !== 'GET') headers['x-csrf-token'] = csrfToken;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  const reply = await fetch(addressOf(side, route, input), {
    method,
    headers,
    credentials: 'same-origin',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal !== undefined && { signal: options.signal }),
  }).catch((error: unknown) => {
    if (options.signal?.aborted === true) throw error;
    throw offline(error);
  });
  const text = await reply.text();
  if (!reply.ok) throw noticed(refused(reply.status, reply.headers.get('x-request-id'), text));
  const isJson = reply.headers.get('content-type')?.startsWith('application/json') ?? false;
  return text === '' || !isJson ? text : (JSON.parse(text) as unknown);
}

function noticed(error: ApiError): ApiError {
  if (error.status === 401) onSignedOut();
  return error;
}

export type Upload = {
  readonly side: Side;
  readonly route: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly part: string;
  readonly file: File;
  readonly onProgress?: (share: number) => void;
};

/** Uploads use XMLHttpRequest: fetch reports no upload progress. */
export function uploadFile({ side, route, params = {}, part, file, onProgress }: Upload): Promise<unknown> {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append(part, file);
  return new Promise((resolve, reject) => {
    request.open('POST', addressOf(side, route, { params }));
    request.setRequestHeader('x-csrf-token', csrfToken);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(offline(undefined));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(noticed(refused(request.status, request.getResponseHeader('x-request-id'), request.responseText)));
    };
    request.send(form);
  });
}
