// The single address of `npm run dev`: pages come from the development server of the console, all other paths from the
// latest server process. A request during a restart waits for it.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

export type Front = { readonly url: string; close(): Promise<void> };

export type FrontOptions = {
  readonly port: number;
  /** Address of the latest server process, once it is ready. */
  readonly server: () => Promise<string>;
  /** Address of the console's development server. */
  readonly pages: string;
};

const HOST = '127.0.0.1';
/** As in surfaces/console-pages: all paths under /console except its API. */
const PAGE = /^\/console(?:\/(?!api(?:\/|$))[^?]*)?(?:\?|$)/;

export async function openFront({ port, server, pages }: FrontOptions): Promise<Front> {
  const front = createServer((asked, answer) => {
    const target = PAGE.test(asked.url ?? '') ? Promise.resolve(pages) : server();
    target.then(
      (address) => forward(address, asked, answer),
      (error: unknown) => refuse(answer, 503, error),
    );
  });
  front.on('upgrade', (asked, socket, head) => forwardSocket(new URL(pages), asked, socket, head));
  front.listen(port, HOST);
  await once(front, 'listening');
  return {
    url: `http://${HOST}:${port}`,
    close: async () => {
      front.close();
      front.closeAllConnections();
      await once(front, 'close');
    },
  };
}

function forward(address: string, asked: IncomingMessage, answer: ServerResponse): void {
  const path = asked.url === '/console' ? '/console/' : asked.url;
  const { hostname, port } = new URL(address);
  const { method, rawHeaders: headers } = asked;
  const passed = request({ hostname, port, path, method, headers, agent: false }, (got) => {
    answer.writeHead(got.statusCode ?? 502, withoutConnection(got.headers));
    got.pipe(answer);
  });
  passed.on('error', (error) => refuse(answer, 502, error));
  answer.on('close', () => passed.destroy());
  asked.pipe(passed);
}

/** The Connection header applies to one hop only. */
function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'connection'));
}

/** The development server reports edits over a web socket. */
function forwardSocket(to: URL, asked: IncomingMessage, socket: Duplex, head: Buffer): void {
  const passed = connect(Number(to.port), to.hostname, () => {
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
    for (let at = 0; at < asked.rawHeaders.length; at += 2)
      lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
    passed.write(`${lines.join('\r\n')}\r\n\r\n`);
    passed.write(head);
    passed.pipe(socket).pipe(passed);
  });
  passed.on('error', () => socket.destroy());
  socket.on('error', () => passed.destroy());
}

function refuse(answer: ServerResponse, status: number, error: unknown): void {
  if (answer.headersSent) return void answer.destroy();
  answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  answer.end(`npm run dev: ${error instanceof Error ? error.message : String(error)}\n`);
}
