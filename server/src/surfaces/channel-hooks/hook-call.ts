import type { FastifyRequest } from 'fastify';
import type { HookCall } from '../../connectors/hook.ts';
import { malformed } from '../http/body/request-body.ts';

export function callOf({ headers, query, params, body }: FastifyRequest): HookCall {
  const values = query as Readonly<Record<string, unknown>>; // texts, or lists for repeated names
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    header: (name) => textOf(headers[name]),
    query: (name) => textOf(values[name]),
    token: textOf((params as Readonly<Record<string, unknown>>)['token']), // texts, by name
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    nowMs: Date.now(),
  };
}

/** Webhooks nest deeper than client requests may, and a stray character must not get them refused. */
export function parsedBody({ body }: HookCall): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw malformed();
  }
}
