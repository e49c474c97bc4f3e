// Runs every request in its context, so that log lines have its id, and records its span: as the root of the trace of
// each traced message that it made, else as a trace of its own. The caller's traceparent becomes a link: its trace goes
// on elsewhere, and a stranger must not decide which messages are traced.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inRequest, type RequestContext } from '../../platform/logging/request-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Span } from '../../platform/traces/otlp.ts';
import { readTraceParent } from '../../platform/traces/trace-id.ts';

const SERVER_ERROR = 500;

export function followRequests(http: FastifyInstance, traces: Platform['traces']): void {
  const contexts = new WeakMap<FastifyRequest, RequestContext>();
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const context = contexts.get(request) ?? { requestId: request.id, tracedMessages: undefined };
    contexts.set(request, context);
    inRequest(context, done);
  };
  http.addHook('onRequest', enter);
  // The body comes by events of the connection, which knows no request.
  http.addHook('preValidation', enter);
  if (!traces.isOn) return;
  http.addHook('onResponse', (request, reply, done) => {
    const messages = contexts.get(request)?.tracedMessages;
    const span = spanOf(request, reply);
    if (messages === undefined) traces.addRequest(request.id, span);
    else for (const id of messages) traces.addRoot(id, span);
    done();
  });
}

function spanOf(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): Span {
  const { method, id, headers } = request;
  const route = request.routeOptions.url ?? 'unknown';
  const caller = readTraceParent([headers['traceparent']].flat()[0]);
  const endMs = Date.now();
  return {
    name: `${method} ${route}`,
    kind: 'server',
    startMs: endMs - elapsedTime,
    endMs,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
      'volley.request.id': id,
    },
    ...(caller !== undefined && { links: [caller] }),
    ...(statusCode >= SERVER_ERROR && { failure: `status ${statusCode}` }),
  };
}
