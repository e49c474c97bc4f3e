// A proxy before a provider. It passes calls on and holds back the answers to some of them, so that a provider's own
// calls arrive before the answer.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PassedCall = { readonly path: string; readonly body: string };

export type HeldAnswers = {
  /** The address of the proxy in place of that of the provider. */
  readonly url: string;
  close(): Promise<void>;
};

/** `hold`: resolves when the answer to the call may go on. The provider has taken the call before. */
export async function holdAnswers(provider: string, hold: (call: PassedCall) => Promise<void>): Promise<HeldAnswers> {
  const { origin, pathname } = new URL(provider);
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    const path = request.url ?? '/';
    const { host: _host, connection: _connection, 'transfer-encoding': _coding, ...headers } = request.headers;
    const answer = await fetch(`${origin}${path}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        value === undefined || name === 'content-length' ? [] : [[name, String(value)]],
      ),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    await hold({ path, body: body.toString('utf8') });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(text);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${pathname === '/' ? '' : pathname}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Without an encoding set, an incoming message yields Buffers only.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
