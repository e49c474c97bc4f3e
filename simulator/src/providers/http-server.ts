// The HTTP server of a simulated provider, and the parameters of its calls: JSON, a form, or the query.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ProviderServer = { url: string; close(): Promise<void> };

export type Parameters = Readonly<Record<string, unknown>>;

const bodyBytesMax = 1_048_576;

/** A call whose handling fails is answered with 400. */
export async function listenHttp(
  port: number,
  host: string,
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<ProviderServer> {
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // A server on a port has an AddressInfo.
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

export async function readCall(request: IncomingMessage): Promise<{ pathname: string; parameters: Parameters }> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  return { pathname, parameters: { ...Object.fromEntries(searchParams), ...(await readBody(request)) } };
}

async function readBody(request: IncomingMessage): Promise<Parameters> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    // Without an encoding a request yields Buffers.
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > bodyBytesMax) throw new Error(`body exceeds ${bodyBytesMax} bytes`);
    chunks.push(buffer);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return {};
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  const body: unknown = JSON.parse(text);
  // A list or a plain value has no parameters.
  return typeof body === 'object' && body !== null ? (body as Parameters) : {};
}
