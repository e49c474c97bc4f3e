import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { afterEach, expect, test } from 'vitest';
import { type Front, openFront } from './front.ts';

const servers: Server[] = [];
let front: Front | undefined;
afterEach(async () => {
  await front?.close();
  for (const server of servers.splice(0)) server.close();
});

async function givenServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  // A server on a port has an AddressInfo.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const given = async (server: () => Promise<string>): Promise<Front> => {
  const pages = await givenServer((asked, answer) => answer.end(`page ${asked.url}`));
  front = await openFront({ port: await freePort(), server, pages });
  return front;
};

test('a request during a restart is answered by the new process', async () => {
  const restart = Promise.withResolvers<string>();
  const { url } = await given(() => restart.promise);
  const answer = fetch(`${url}/api/v1/ping`);
  restart.resolve(await givenServer((_, reply) => reply.end('new')));
  expect(await (await answer).text()).toBe('new');
});

test('requests to a server that does not start are answered with 503 and the reason', async () => {
  const { url } = await given(() => Promise.reject(new Error('ping.ts:9 does not parse')));
  const answer = await fetch(`${url}/api/v1/ping`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('ping.ts:9 does not parse');
});

test('requests to a server that is gone are answered with 502', async () => {
  const port = await freePort();
  const { url } = await given(() => Promise.resolve(`http://127.0.0.1:${port}`));
  expect((await fetch(url)).status).toBe(502);
});

test.each([
  ['/console', 'page /console/'],
  ['/console/messages?id=1', 'page /console/messages?id=1'],
  ['/console/src/main.tsx', 'page /console/src/main.tsx'],
  ['/console/api/v1/session', 'POST /console/api/v1/session body'],
  ['/consoles', 'POST /consoles body'],
  ['/api/v1/message', 'POST /api/v1/message body'],
])('%s is forwarded to the right server', async (path, answer) => {
  const server = await givenServer((asked, reply) => {
    reply.write(`${asked.method} ${asked.url} `);
    asked.pipe(reply);
  });
  const { url } = await given(() => Promise.resolve(server));
  expect(await (await fetch(`${url}${path}`, { method: 'POST', body: 'body' })).text()).toBe(answer);
});
