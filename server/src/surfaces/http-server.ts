// The HTTP server of the APIs. It bounds everything a stranger can make us hold: time for headers and
// for a whole request, idle connections, their number, body sizes. Answers never carry CORS headers, so
// browsers cannot use the APIs, and every error, also one beneath HTTP, has the documented body.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Platform } from '../platform/platform.ts';
import { errorText, replyWithError } from './error-replies.ts';
import { noteBody } from './idempotency.ts';
import { LOGIN_LIMIT, PARTNER_LIMIT, RateLimiter } from './rate-limit.ts';
import { parseBody } from './request-body.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 2_000;
const KEEP_ALIVE_MS = 30_000;
const CONNECTIONS_MAX = 2_000;

export const BODY_BYTES_MAX = { bulk: 40 * 1024 * 1024, plain: 256 * 1024 } as const;

/** Both APIs on one server; sections mount their endpoints on it. */
export type ApiServer = {
  readonly http: FastifyInstance;
  /** Every mounted path as a pattern, with its methods: what tells 405 from 404. */
  readonly paths: Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>;
  readonly limiters: { readonly partner: RateLimiter; readonly login: RateLimiter } | undefined;
};

export function createHttpServer({ log, config, metrics }: Pick<Platform, 'log' | 'config' | 'metrics'>): ApiServer {
  const http = Fastify({
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    bodyLimit: BODY_BYTES_MAX.plain,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => canonicalUrl(url),
    clientErrorHandler: (error, socket) => replyBeneathHttp(error, socket),
    frameworkErrors: (error, request, reply) => void replyWithError(log, error, request, reply),
  });
  http.server.maxConnections = CONNECTIONS_MAX;
  const app: ApiServer = {
    http,
    paths: new Map(),
    limiters:
      config.rateLimits === 'on'
        ? { partner: new RateLimiter(PARTNER_LIMIT), login: new RateLimiter(LOGIN_LIMIT) }
        : undefined,
  };
  readBodiesAsJson(http);
  http.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-api-version', '1');
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeMs('volley_request_ms', reply.elapsedTime, { route, status: String(reply.statusCode) });
    done();
  });
  http.setErrorHandler((error, request, reply) => replyWithError(log, error, request, reply));
  http.setNotFoundHandler((request, reply) => {
    const methods = otherMethods(app, request);
    if (methods.length > 0) void reply.header('allow', methods.join(', '));
    const refusal = new Refusal(methods.length > 0 ? 'method-not-allowed' : 'not-found');
    return replyWithError(log, refusal, request, reply);
  });
  return app;
}

/** The messaging API is known by three prefixes; inside there is one. */
function canonicalUrl(url: string): string {
  const alias = /^(?:\/api\/v1)?\/v1(?=[/?]|$)/.exec(url);
  return alias === null ? url : `${SURFACE_PREFIX.messaging}${url.slice(alias[0].length)}`;
}

/** A missing Content-Type is read as JSON; any other type is refused. */
function readBodiesAsJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      if (!isJson(request)) throw new Refusal('unsupported-media-type');
      noteBody(request, bytes);
      done(null, bytes.length === 0 ? undefined : parseBody(bytes));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body', { cause: error }));
    }
  });
}

function isJson(request: FastifyRequest): boolean {
  const type = request.headers['content-type'];
  return type === undefined || type === '' || /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);
}

/** The methods of a path that is there but not with this method; empty when the path itself is unknown. */
function otherMethods(app: ApiServer, request: FastifyRequest): string[] {
  const path = request.url.split('?', 1)[0] ?? '';
  const known = [...app.paths.values()].filter(({ pattern }) => pattern.test(path));
  const methods = known.flatMap((entry) => [...entry.methods]);
  return methods.includes(request.method) ? [] : methods;
}

const BENEATH_HTTP: Readonly<Record<string, { status: number; msg: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, msg: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, msg: 'Request Header Fields Too Large' },
};

function replyBeneathHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const { status, msg } = BENEATH_HTTP[error.code ?? ''] ?? { status: 400, msg: 'Bad Request: malformed HTTP' };
  const body = errorText({ code: status * 10, status, msg });
  const head = `HTTP/1.1 ${status} ${msg.split(':', 1)[0]}\r\nContent-Type: application/json; charset=utf-8\r\n`;
  socket.end(
    `${head}Content-Length: ${Buffer.byteLength(body)}\r\nX-Api-Version: 1\r\nConnection: close\r\n\r\n${body}`,
  );
}
