// Answers for input that never becomes a request of the framework: broken framing, headers too large or too slow,
// unsupported expectations, floods. Node would close the connection or send an empty body; these answers have the
// documented error body.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { asFaults } from '@volley/domain/refusals/fault.ts';
import { errorText } from './error-replies.ts';
import { requestIdOf } from './request-id.ts';

type Refused = { readonly status: number; readonly msg: string };

const MALFORMED: Refused = { status: 400, msg: 'Bad Request: malformed HTTP' };
const REFUSED: Readonly<Record<string, Refused>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, msg: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, msg: 'Request Header Fields Too Large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: MALFORMED,
};
const BROKEN = asFaults([{ field: 'request', reason: 'must be well-formed HTTP', code: 'malformed-request' }]);
export const TOO_MANY_CONNECTIONS: Refused = { status: 429, msg: 'Too Many Requests: too many connections' };

export function replyBeneathHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  endWith(socket, REFUSED[error.code ?? ''] ?? MALFORMED);
}

/** Sends an answer and closes the connection. */
export function endWith(socket: Socket, { status, msg }: Refused): void {
  const body = errorText({ code: status * 10, status, msg }, status === 400 ? BROKEN : undefined);
  const head = [
    `HTTP/1.1 ${status} ${msg.split(':', 1)[0]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'X-Api-Version: 1',
    ...(status === 429 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

const TOO_MANY_REQUESTS = errorText({ code: 4290, status: 429, msg: 'Too Many Requests' });
/** A larger body of a refused request is not read to its end: the connection is closed. */
const UNREAD_BYTES_MAX = 65_536;

/** For floods: costs half as much as an answer of the framework. */
export function replyTooManyRequests({ headers }: IncomingMessage, response: ServerResponse, seconds: number): void {
  const { 'content-length': bytes = 0, 'transfer-encoding': coding } = headers;
  const isLong = coding !== undefined || Number(bytes) > UNREAD_BYTES_MAX;
  response
    .writeHead(429, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': TOO_MANY_REQUESTS.length,
      'x-request-id': requestIdOf(headers['x-request-id']),
      'x-api-version': '1',
      'retry-after': String(seconds),
      ...(isLong && { connection: 'close' }),
    })
    .end(TOO_MANY_REQUESTS);
}

export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = errorText({ code: 4170, status: 417, msg: 'Expectation Failed' });
  response
    .writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': randomUUID(),
      'x-api-version': '1',
      connection: 'close',
    })
    .end(body);
}
