// A partner's callback server: stores the requests it gets and answers as a test decides.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedCallback = {
  readonly method: string;
  readonly path: string;
  /** The address of the caller. */
  readonly from: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly event: string;
  readonly messageUuid: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The objects of an array, or the one object. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** The body as received, for the check of the signature. */
  readonly text: string;
};

/** The status to answer; undefined never answers. */
export type Answer = (callback: ReceivedCallback) => number | undefined;

export type CallbackSink = {
  url(path: string): string;
  received(path: string): ReceivedCallback[];
  /** Decides the answers of a path from now on; every other path answers 200. */
  answer(path: string, by: Answer): void;
  connections(): number;
  close(): Promise<void>;
};

export async function startCallbackSink(): Promise<CallbackSink> {
  const received: ReceivedCallback[] = [];
  const answers = new Map<string, Answer>();
  let connections = 0;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const callback = await readCallback(request);
    received.push(callback);
    const by = answers.get(callback.path);
    const status = by === undefined ? 200 : by(callback);
    if (status !== undefined) response.writeHead(status).end();
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    received: (path) => received.filter((callback) => callback.path === path),
    answer: (path, by) => void answers.set(path, by),
    connections: () => connections,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readCallback(request: IncomingMessage): Promise<ReceivedCallback> {
  const chunks: Buffer[] = [];
  // Without an encoding set, an incoming message yields Buffers only.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  // The notifier posts objects or arrays of them; anything else would fail the tests that look at the members.
  const text = Buffer.concat(chunks).toString('utf8');
  const body = JSON.parse(text) as Record<string, unknown>;
  return {
    method: request.method ?? '',
    path: request.url ?? '/',
    from: request.socket.remoteAddress,
    headers: request.headers,
    event: String(body['event']),
    messageUuid: String(body['messageUuid']),
    body,
    items: Array.isArray(body) ? body : [body],
    text,
  };
}
