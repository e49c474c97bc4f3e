// A request to one operation of a document, and its answer.
import { request } from 'node:http';
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { fullPath } from '../../given/contract-check.ts';
import { type Parts, urlOf } from '../../isolation/request-parts.ts';
import { FORM, FORM_TYPE } from '../../isolation/tenants.ts';
import type { Ground } from './ground.ts';

export type Sent = Parts & {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as text, instead of `body`. */
  readonly raw?: string;
  /** Content type of the text. */
  readonly type?: string;
};

/** Valid requests by operation. A request first makes what it acts on, so that it may be sent many times. */
export type Calls = Readonly<Record<string, (ground: Ground) => Parts | Promise<Parts>>>;

export type Answer = { readonly status: number; readonly text: string; readonly headers: Headers };

export async function send(
  url: string,
  shape: EndpointShape,
  { params, query, body, token, headers, raw, type = 'application/json' }: Sent,
): Promise<Answer> {
  const isForm = shape.multipart !== undefined && raw === undefined && token !== undefined;
  const sent = raw ?? (isForm ? FORM : body === undefined ? undefined : JSON.stringify(body));
  const all = { ...unknownParams(shape), ...params };
  const response = await fetch(`${url}${urlOf(fullPath(shape), { params: all, ...(query && { query }) })}`, {
    method: shape.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'content-type': isForm ? FORM_TYPE : type }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Announces a body above every limit and sends none of it. */
export function sendHuge(url: string, shape: EndpointShape, { params, token, headers }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const path = urlOf(fullPath(shape), { params: { ...unknownParams(shape), ...params } });
    const options = {
      method: shape.method,
      headers: {
        'content-type': shape.multipart === undefined ? 'application/json' : FORM_TYPE,
        'content-length': 200_000_000,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    };
    const sent = request(`${url}${path}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => {
        sent.destroy();
        resolve({ status: response.statusCode ?? 0, text, headers: headersOf(response.rawHeaders) });
      });
    });
    sent.once('error', reject);
    sent.flushHeaders();
  });
}

function headersOf(raw: readonly string[]): Headers {
  const found = new Headers();
  for (let at = 0; at < raw.length; at += 2) found.append(raw[at] ?? '', raw[at + 1] ?? '');
  return found;
}

const UNKNOWN_UUID = '0197c3a1-0000-7000-8000-000000000000';
/** A number, and texts of the forms that ids have. */
const UNKNOWN_TEXTS = ['999999999', 'zzzzzz', 'zzzzzzzz', 'z'.repeat(12), 'z'.repeat(43)];

/** An id that nothing has, in the form of the slot. */
export function unknownId(isUuid: boolean, pattern = ''): string {
  if (isUuid) return UNKNOWN_UUID;
  return UNKNOWN_TEXTS.find((text) => new RegExp(pattern).test(text)) ?? '999999999';
}

function unknownParams({ path, params }: EndpointShape): Record<string, unknown> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(
    names.map((name) => {
      const { format, pattern } = (params?.properties[name] ?? {}) as { format?: string; pattern?: string }; // JSON schema
      return [name, unknownId(format === 'uuid', pattern)];
    }),
  );
}
