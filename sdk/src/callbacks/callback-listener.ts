// Receivers of callbacks for servers: `node:http` and Express, and handlers of the fetch kind.
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  BROKEN,
  type CallbackAnswer,
  type CallbackOptions,
  type CallbackReceiver,
  NOT_POST,
  openReceiver,
  TOO_LARGE,
} from './callback-receiver.ts';
import type { CallbackHeaders } from './verify-callback.ts';

/**
 * For `createServer(listener)` of `node:http` and `app.post(path, listener)` of Express. In Express it must come before
 * a parser of bodies, or after `express.raw({ type: 'application/json' })`: the signature covers the received bytes.
 */
export function callbackListener(
  options: CallbackOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const receiver = openReceiver('callbackListener', options);
  const answerTo = async (request: IncomingMessage): Promise<CallbackAnswer> => {
    if (request.method !== 'POST') return NOT_POST;
    const body = await rawBody(request, receiver.bodyBytesMax);
    return answerOf(receiver, request.headers, body);
  };
  return (request, response) => {
    void answerTo(request)
      .catch((error: unknown) => receiver.failed(error))
      .then(({ status, text }) => {
        if (response.writableEnded || response.destroyed) return;
        // The rest of a large body is not read.
        if (status === 413) response.setHeader('connection', 'close');
        if (status === 405) response.setHeader('allow', 'POST');
        if (status !== 204) response.setHeader('content-type', 'text/plain; charset=utf-8');
        response.writeHead(status).end(text);
      });
  };
}

/** For servers that call a handler with a Request and await a Response. */
export function callbackFetchHandler(options: CallbackOptions): (request: Request) => Promise<Response> {
  const receiver = openReceiver('callbackFetchHandler', options);
  const answerTo = async (request: Request): Promise<CallbackAnswer> => {
    if (request.method !== 'POST') return NOT_POST;
    const body = await bytesOf(request.body ?? [], receiver.bodyBytesMax);
    return answerOf(receiver, request.headers, body);
  };
  return async (request) => {
    const { status, text } = await answerTo(request).catch((error: unknown) => receiver.failed(error));
    const headers = status === 405 ? { allow: 'POST' } : undefined;
    return new Response(status === 204 ? null : text, { status, ...(headers && { headers }) });
  };
}

/** Frameworks may have read the body before: as `rawBody`, or as a text or bytes in `body`. */
type ReadRequest = IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown };

/** A body, or the answer to a request without one. */
type Body = Uint8Array | string | CallbackAnswer;

async function answerOf(receiver: CallbackReceiver, headers: CallbackHeaders, body: Body): Promise<CallbackAnswer> {
  return typeof body === 'string' || body instanceof Uint8Array ? receiver.receive(headers, body) : body;
}

async function rawBody(request: ReadRequest, bytesMax: number): Promise<Body> {
  const read = [request.rawBody, request.body].find((one) => typeof one === 'string' || one instanceof Uint8Array);
  if (typeof read === 'string' || read instanceof Uint8Array)
    return Buffer.byteLength(read) > bytesMax ? TOO_LARGE : read;
  if (request.readableDidRead)
    throw new Error(
      'callbackListener: the body was read before, so its signature cannot be verified. ' +
        "Mount the listener before express.json(), or use express.raw({ type: 'application/json' }) on its path.",
    );
  // The end of the loop must not destroy the connection that the answer takes.
  return bytesOf(request.iterator({ destroyOnReturn: false }), bytesMax);
}

async function bytesOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, bytesMax: number): Promise<Body> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of chunks) {
      bytes += part.length;
      if (bytes > bytesMax) return TOO_LARGE;
      parts.push(part);
    }
  } catch {
    return BROKEN;
  }
  return Buffer.concat(parts);
}
