import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectionLimits, capConnections, releaseConnection, useConnection } from './connection-cap.ts';

/** A server with low limits; `open` resolves with both ends of a connection. */
async function givenServer(
  { restMs = 0, ...limits }: Omit<ConnectionLimits, 'restMs'> & { restMs?: number },
  trusted: readonly string[] = [],
) {
  const server = createServer();
  capConnections(server, trusted, { restMs, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // the server listens on a port
  const clients: Socket[] = [];
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  return async (localAddress: string) => {
    const accepted = once(server, 'connection');
    const client = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    clients.push(client);
    const [socket] = (await accepted) as [Socket];
    socket.on('error', () => undefined);
    return { client, socket };
  };
}

const textOf = async ({ client }: { client: Socket }) => String((await once(client, 'data'))[0]);

test('a connection above the limit of its address closes the longest idle one of that address', async () => {
  const open = await givenServer({ perAddress: 3, total: 100 });
  const [first, second] = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')];
  const other = await open('127.0.0.3');
  // The first was in use before, so the second is closed.
  useConnection(first.socket);
  releaseConnection(first.socket);
  await open('127.0.0.2');
  expect([first, second, other].map(({ socket }) => socket.destroyed)).toEqual([false, true, false]);
});

test('a new connection is refused when all others of its address are in use', async () => {
  const open = await givenServer({ perAddress: 2, total: 100 });
  const held = [await open('127.0.0.2'), await open('127.0.0.2')];
  for (const { socket } of held) useConnection(socket);
  expect(await textOf(await open('127.0.0.2'))).toMatch(/^HTTP\/1\.1 429 /);
  expect(held.some(({ socket }) => socket.destroyed)).toBe(false);
  for (const { socket } of held) releaseConnection(socket);
  expect((await open('127.0.0.2')).socket.destroyed).toBe(false);
});

test('a full server closes a connection of the address with the most connections', async () => {
  const open = await givenServer({ perAddress: 10, total: 6 });
  const many = [];
  for (let at = 0; at < 5; at += 1) many.push(await open('127.0.0.2'));
  const one = await open('127.0.0.3');
  const victim = await open('127.0.0.4');
  expect(many.map(({ socket }) => socket.destroyed)).toEqual([true, false, false, false, false]);
  expect([one, victim].map(({ socket }) => socket.destroyed)).toEqual([false, false]);
});

test('connections of a trusted proxy are neither counted nor closed', async () => {
  const open = await givenServer({ perAddress: 1, total: 1 }, ['127.0.0.9']);
  const proxied = [await open('127.0.0.9'), await open('127.0.0.9')];
  await open('127.0.0.2');
  expect(proxied.some(({ socket }) => socket.destroyed)).toBe(false);
});

test('a new connection is not closed: its request may be in flight', async () => {
  const open = await givenServer({ perAddress: 2, total: 100, restMs: 60_000 });
  const held = [await open('127.0.0.2'), await open('127.0.0.2')];
  expect(await textOf(await open('127.0.0.2'))).toMatch(/^HTTP\/1\.1 429 /);
  expect(held.some(({ socket }) => socket.destroyed)).toBe(false);
});
