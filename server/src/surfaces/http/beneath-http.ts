// Answers for input that never becomes a request: broken framing, headers too large or too slow, unsupported
// expectations. Node would close the connection or send an empty body; these answers have the documented error body.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { asFaults } from '@volley/domain/refusals/fault.ts';
import { errorText } from './error-replies.ts';

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
