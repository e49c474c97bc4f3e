// The HTTP server of a simulated provider, and the parameters of its calls: JSON, a form, or the query.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ProviderServer = { url: string; close(): Promise<void> };

export type Parameters = Readonly<Record<string, unknown>>;

const bodyBytesMax = 1_048_576;
const formBytesMax = 20_000_000;

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
  const type = request.headers['content-type'] ?? '';
  const isForm = type.startsWith('multipart/form-data');
  const bytesMax = isForm ? formBytesMax : bodyBytesMax;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    // Without an encoding a request yields Buffers.
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > bytesMax) throw new Error(`body exceeds ${bytesMax} bytes`);
    chunks.push(buffer);
  }
  if (isForm) return readForm(type, Buffer.concat(chunks));
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return {};
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  const body: unknown = JSON.parse(text);
  // A list or a plain value has no parameters.
  return typeof body === 'object' && body !== null ? (body as Parameters) : {};
}

/** A file of a form, as a parameter. */
export type FormFile = { name: string; type: string; bytes: number };

async function readForm(type: string, body: Buffer): Promise<Parameters> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : fileOf(value)] as const);
  return Object.fromEntries(fields);
}

const fileOf = ({ name, type, size }: File): FormFile => ({ name, type, bytes: size });

export function isFormFile(value: unknown): value is FormFile {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}
