// The HTTP server of the APIs. It bounds what an unauthenticated client can occupy: time for headers and for a request,
// idle connections, their number, body sizes. Answers never carry CORS headers, so browsers of other origins cannot use
// the APIs. Every error, also below HTTP, has the documented body.

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { refuseExpectation, replyBeneathHttp } from './beneath-http.ts';
import { BodyParser, OFF_LOOP_BYTES } from './body/body-parser.ts';
import { asOnlyItem, parseBody } from './body/request-body.ts';
import { replyWithError } from './error-replies.ts';
import { recordBody } from './idempotency.ts';
import { capConnections, releaseConnection, useConnection } from './limits/connection-cap.ts';
import { ADDRESS_LIMIT, KEY_LIMIT, LOGIN_LIMIT, PARTNER_LIMIT, RateLimiter } from './limits/rate-limit.ts';
import { requestIdOf } from './request-id.ts';
import { followRequests } from './request-span.ts';
import { LoginDelay } from './sign-in/login-delay.ts';

/** Time-outs of a client; tests use shorter ones. */
export type Timeouts = { readonly headersMs: number; readonly requestMs: number; readonly checkMs: number };

const TIMEOUTS: Timeouts = { headersMs: 10_000, requestMs: 30_000, checkMs: 2_000 };
const KEEP_ALIVE_MS = 30_000;
/** Above the limit of the connection cap, which selects a connection to close; beyond this Node drops new ones. */
const CONNECTIONS_MAX = 2_200;

export const BODY_BYTES_MAX = { bulk: 40 * 1024 * 1024, plain: 256 * 1024 } as const;

/** Looks at a request before the framework does, at half the cost. True: the gate has answered. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Both APIs on one server; each section mounts its endpoints. */
export type ApiServer = {
  /** How callers authenticate: `session`, with a console session; undefined, as the endpoint declares. */
  readonly auth?: 'session';
  readonly http: FastifyInstance;
  readonly gates: Gate[];
  /** Every mounted path as a pattern with its methods, to tell 405 from 404. */
  readonly paths: Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>;
  readonly limiters:
    | {
        readonly partner: RateLimiter;
        readonly key: RateLimiter;
        readonly login: RateLimiter;
        readonly address: RateLimiter;
        readonly loginDelay: LoginDelay;
      }
    | undefined;
};

type Needs = Pick<Platform, 'log' | 'config' | 'metrics' | 'traces'>;

export function createHttpServer({ log, config, metrics, traces }: Needs, timeouts: Timeouts = TIMEOUTS): ApiServer {
  const gates: Gate[] = [];
  const http = Fastify({
    logger: false,
    serverFactory: (serve) => behindGates(gates, serve, timeouts),
    // The client address is the rightmost one that is not a trusted proxy.
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    bodyLimit: BODY_BYTES_MAX.plain,
    // Requests that arrive while the server closes are served.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    rewriteUrl: ({ url = '/' }) => canonicalUrl(url),
    clientErrorHandler: (error, socket) => replyBeneathHttp(error, socket),
    frameworkErrors: (error, request, reply) => void replyWithError(log, error, request, reply),
  });
  http.server.maxConnections = CONNECTIONS_MAX;
  if (config.rateLimits) capConnections(http.server, config.trustedProxies);
  http.server.on('checkExpectation', refuseExpectation);
  const app: ApiServer = {
    http,
    gates,
    paths: new Map(),
    limiters: config.rateLimits
      ? {
          partner: new RateLimiter(PARTNER_LIMIT),
          key: new RateLimiter(KEY_LIMIT),
          login: new RateLimiter(LOGIN_LIMIT),
          address: new RateLimiter(ADDRESS_LIMIT),
          loginDelay: new LoginDelay(),
        }
      : undefined,
  };
  readBodiesAsJson(http);
  followRequests(http, traces);
  let inFlight = 0;
  http.addHook('onRequest', (request, reply, done) => {
    metrics.set('volley_requests_in_flight', (inFlight += 1));
    void reply.header('x-request-id', request.id).header('x-api-version', '1');
    const isWhole = request.headers.host !== undefined || request.raw.httpVersion === '1.0';
    if (!isWhole) return done(new Refusal('bad-request', { field: 'Host', problem: PROBLEM.required }));
    // The body of a request to an unknown path is neither read nor validated.
    done(request.is404 ? noEndpoint(app, request, reply) : undefined);
  });
  http.addHook('preHandler', (request, _reply, done) => {
    useConnection(request.raw.socket);
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    releaseConnection(request.raw.socket);
    const route = request.routeOptions.url ?? 'unknown';
    metrics.set('volley_requests_in_flight', (inFlight -= 1));
    metrics.observe('volley_request_seconds', reply.elapsedTime / 1_000, { route, status: String(reply.statusCode) });
    done();
  });
  http.setErrorHandler((error, request, reply) => replyWithError(log, error, request, reply));
  http.setNotFoundHandler((request, reply) => replyWithError(log, noEndpoint(app, request, reply), request, reply));
  return app;
}

function behindGates(gates: readonly Gate[], serve: RequestListener, timeouts: Timeouts): Server {
  const settings = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: timeouts.checkMs,
    // Node would reject these without the documented body; a hook answers with it.
    requireHostHeader: false,
  };
  return createServer(settings, (request, response) => {
    if (!gates.some((gate) => gate(request, response))) serve(request, response);
  });
}

/** The messaging API has three prefixes; the routes have one. */
function canonicalUrl(url: string): string {
  const alias = /^(?:\/api\/v1)?\/v1(?=[/?]|$)/.exec(url);
  return alias === null ? url : `${SURFACE_PREFIX.messaging}${url.slice(alias[0].length)}`;
}

/** A missing Content-Type means JSON; other types and compressed bodies are refused. */
function readBodiesAsJson(http: FastifyInstance): void {
  const offLoop = new BodyParser();
  http.addHook('onClose', () => offLoop.close());
  http.removeAllContentTypeParsers();
  http.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    if (!isJson(request)) throw new Refusal('unsupported-media-type');
    await recordBody(request, bytes);
    if (bytes.length === 0) return undefined;
    try {
      return await (bytes.length > OFF_LOOP_BYTES ? offLoop.parse(bytes, callerOf(request)) : parseBody(bytes));
    } catch (error) {
      throw takesList(request) ? asOnlyItem(error) : error;
    }
  });
}

/** As the route was mounted. */
const takesList = ({ routeOptions }: FastifyRequest) => 'bodyList' in routeOptions.config;

/** Large bodies are accepted from authenticated callers only, so the credentials identify the caller. */
function callerOf({ headers, ip }: FastifyRequest): string {
  return headers.authorization ?? headers.cookie ?? ip;
}

function isJson(request: FastifyRequest): boolean {
  const { 'content-type': type, 'content-encoding': packed = 'identity' } = request.headers;
  if (packed !== 'identity') return false;
  return type === undefined || type === '' || /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);
}

function noEndpoint(app: ApiServer, request: FastifyRequest, reply: FastifyReply): Refusal {
  const methods = otherMethods(app, request);
  if (methods.length > 0) void reply.header('allow', methods.join(', '));
  return new Refusal(methods.length > 0 ? 'method-not-allowed' : 'not-found');
}

/** The methods of a known path that does not support this method; empty: the path is unknown. */
function otherMethods(app: ApiServer, request: FastifyRequest): string[] {
  const path = request.url.split('?', 1)[0] ?? '';
  const known = [...app.paths.values()].filter(({ pattern }) => pattern.test(path));
  const methods = known.flatMap((entry) => [...entry.methods]);
  return methods.includes(request.method) ? [] : methods;
}
