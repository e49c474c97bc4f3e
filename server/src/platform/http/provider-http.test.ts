import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openProvider } from './provider-http.ts';

const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function given(answer: RequestListener, timeoutMs = 120_000) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // the server listens on a port
  const provider = openProvider(`http://127.0.0.1:${port}`, { connections: 2, timeoutMs });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  closers.push(() => provider.close());
  return { provider, port };
}

const post = { method: 'POST', path: '/messages', headers: {}, body: '{}' } as const;

test('an answer of a provider carries its status, its body and the Retry-After delay', async () => {
  const { provider } = await given((_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{"id":"a"}'));
  expect(await provider.ask(post)).toEqual({ kind: 'answer', status: 429, retryAfterMs: 7_000, body: { id: 'a' } });
});

test('a body that is not JSON is undefined', async () => {
  const { provider } = await given((_, response) => response.writeHead(200).end('<html>'));
  expect(await provider.ask(post)).toMatchObject({ kind: 'answer', status: 200, body: undefined });
});

test('a provider that refuses the connection is unreached', async () => {
  const provider = openProvider('http://127.0.0.1:1', { connections: 1, timeoutMs: 120_000 });
  closers.push(() => provider.close());
  expect((await provider.ask(post)).kind).toBe('unreached');
});

test.each<[string, RequestListener, number?]>([
  ['no answer', () => undefined, 50],
  ['half an answer', (_, response) => void response.writeHead(200, { 'content-length': '10' }).write('{'), 50],
  ['a cut connection', (request) => void request.socket.destroy()],
  ['an endless answer', (_, response) => void response.writeHead(200).write(Buffer.alloc(70_000))],
])('a request that ends with %s is lost', async (_what, answer, timeoutMs) => {
  const { provider } = await given(answer, timeoutMs);
  expect((await provider.ask(post)).kind).toBe('lost');
});

test('a request that is open when the client closes is lost', async () => {
  const arrived = Promise.withResolvers<void>();
  const { provider } = await given(() => arrived.resolve());
  const asked = provider.ask(post);
  await arrived.promise;
  await provider.close();
  expect((await asked).kind).toBe('lost');
});
