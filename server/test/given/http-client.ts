// Calls of a client. The client checks every reply against the contract before a test sees it.
import { checkReply } from './contract-check.ts';

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
};

export type CallOptions = {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

export const callerOf =
  (url: string): Call =>
  (method, path, options = {}) =>
    send(`${url}${path}`, method, options);

async function send(url: string, method: string, { token, body: sent, headers }: CallOptions): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  if (body !== undefined) checkReply(method, new URL(url).pathname, response.status, body);
  return { status: response.status, headers: response.headers, text, body };
}

/** A member of a reply that must be text. */
export function textAt(body: unknown, name: string): string {
  const value = memberOf(body, name);
  if (typeof value !== 'string') throw new Error(`${name} is not a string in ${JSON.stringify(body)}`);
  return value;
}

/** A member of a reply that must be a number. */
export function numberAt(body: unknown, name: string): number {
  const value = memberOf(body, name);
  if (typeof value !== 'number') throw new Error(`${name} is not a number in ${JSON.stringify(body)}`);
  return value;
}

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;
}
